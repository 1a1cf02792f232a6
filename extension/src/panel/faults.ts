/** The inputs on which the program fails, as they are drawn. */

import type { CampaignState, FaultRow } from '../protocol';
import type { Translate } from '../words/translate';
import { bytes, exact } from '../words/numbers';
import { verdictName, type Cell } from './rows';
import { isSure, validityView, type ValidityView } from './validity';

export interface FaultView {
  inputId: string;
  verdict: Cell;
  reason: Cell;
  size: Cell;
  origin: Cell;
  validity: ValidityView;
  /** The whole row as one sentence, for a screen reader. */
  label: string;
}

/** Doubtful ones below all others. */
export function faultViews(campaign: CampaignState, t: Translate): FaultView[] {
  return [...campaign.faults].sort((a, b) => Number(isSure(b)) - Number(isSure(a))).map(fault => faultView(fault, t));
}

function faultView(fault: FaultRow, t: Translate): FaultView {
  const name = verdictName(fault.verdict, t);
  const validity = validityView(fault.validity, t);
  return {
    inputId: fault.input_id,
    verdict: { text: fault.verdict, title: name },
    reason: { text: fault.reason || name, title: [fault.reason, fault.detail].filter(Boolean).join('\n') },
    size: { text: bytes(fault.size), title: t('{0} bytes', exact(fault.size)) },
    origin: { text: fault.origin, title: fault.origin },
    validity,
    label: t('{0}: {1}, an input of {2}, from {3}', name, fault.reason, bytes(fault.size), fault.origin) + `, ${validity.title}`,
  };
}
