/** The few icons of the panel as 16 x 16 outlines in the text's colour. */

import { svg } from './dom';

export type IconName = 'pause' | 'resume' | 'stop' | 'find' | 'open' | 'contrast' | 'save' | 'replay'
  | 'twin' | 'warning' | 'error' | 'goto' | 'explain' | 'insert' | 'aim' | 'dismiss' | 'conversation';

const SHAPES: Record<IconName, string> = {
  pause: 'M5 3.5v9M11 3.5v9',
  resume: 'M4.5 3v10l8-5z',
  stop: 'M4 4h8v8H4z',
  find: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9M10.3 10.3l3.2 3.2',
  open: 'M9 2.5H4v11h8v-8zM9 2.5v3h3M6.2 8.5h3.6M6.2 11h3.6',
  contrast: 'M2.5 4.5h8M8 2l2.5 2.5L8 7M13.5 11.5h-8M8 9l-2.5 2.5L8 14',
  save: 'M3 3h8l2 2v8H3zM5.5 3v3.5h5V3M5.5 13V9.5h5V13',
  replay: 'M2.5 4l3.5 3.5L2.5 11M7.5 12h6',
  twin: 'M2.5 2.5h6v6h-6zM10 10h3.5v3.5H10zM6 11.5h2M11.5 6v2',
  goto: 'M3 8h9M8.5 4.5L12 8l-3.5 3.5',
  explain: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2M6.2 6.4a1.9 1.9 0 1 1 2.6 1.8c-.6.3-.8.6-.8 1.3M8 11.4v.3',
  insert: 'M8 3v10M3 8h10',
  aim: 'M8 3a5 5 0 1 0 0 10A5 5 0 0 0 8 3M8 1v4M8 11v4M1 8h4M11 8h4',
  dismiss: 'M4 4l8 8M12 4l-8 8',
  conversation: 'M2.5 3.5h11v7h-6L4.5 13v-2.5h-2z',
  warning: 'M8 2.5L14 13.5H2zM8 6.5v3.5M8 11.6v.4',
  error: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2M8 5v4M8 10.8v.4',
};

export function icon(name: IconName): SVGElement {
  return svg('svg', { viewBox: '0 0 16 16', class: 'icon', 'aria-hidden': 'true' }, svg('path', { d: SHAPES[name] }));
}
