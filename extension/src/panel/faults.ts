/** The valid inputs on which the program fails, as they are drawn. */

import type { CampaignState, FaultRow } from '../protocol';
import type { Translate } from '../translate';
import { bytes, exact } from '../numbers';
import { verdictName, type Cell } from './rows';

export interface FaultView {
  inputId: string;
  verdict: Cell;
  reason: Cell;
  size: Cell;
  origin: Cell;
  /** The whole row as one sentence, for a screen reader. */
  label: string;
}

export function faultViews(campaign: CampaignState, t: Translate): FaultView[] {
  return campaign.faults.map(fault => faultView(fault, t));
}

function faultView(fault: FaultRow, t: Translate): FaultView {
  const name = verdictName(fault.verdict, t);
  return {
    inputId: fault.input_id,
    verdict: { text: fault.verdict, title: name },
    reason: { text: fault.reason || name, title: [fault.reason, fault.detail].filter(Boolean).join('\n') },
    size: { text: bytes(fault.size), title: t('{0} bytes', exact(fault.size)) },
    origin: { text: fault.origin, title: fault.origin },
    label: t('{0}: {1}, an input of {2}, from {3}', name, fault.reason, bytes(fault.size), fault.origin),
  };
}
