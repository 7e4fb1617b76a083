// The places that the focus goes to when the control that has it is about to go away.

const focus = (selector: string): void =>
  document.querySelector<HTMLElement>(selector)?.focus({preventScroll: true});

/** The picture, or the landscape. */
export const focusPicture = (): void => focus('.canvas [tabindex="0"]');

/** The graph of nodes. */
export const focusGraph = (): void => focus('.flow');
