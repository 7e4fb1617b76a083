// Keys that are for what has the focus, and not for the page.

/** True if keys edit its text. Sliders and check boxes are inputs, too, but have none. */
export const isText = (target: EventTarget | null): boolean =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && target.type === 'text');

/**
 * True if undo is the browser's there. A number is a text, but what changes it is a step of the
 * recipe's history, arrow keys and drags included, which the browser's undo does not know.
 */
export const hasOwnUndo = (target: EventTarget | null): boolean =>
  isText(target) && !['decimal', 'numeric'].includes((target as HTMLElement).inputMode);
