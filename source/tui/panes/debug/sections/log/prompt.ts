import type { LineEdit } from '../../../../../state/surfaces/line-edit.ts';

/** Asks for a text, a time, or the path of a file. */
export interface LogPrompt {
	readonly kind: 'log-prompt';
	readonly purpose: 'search' | 'time' | 'save';
	readonly line: LineEdit;
	/** Why the last input could not be used; empty for none. May be untrusted. */
	readonly fault: string;
	/** 'exists': there is a file already, which is not overwritten without consent. */
	readonly stage: 'typing' | 'saving' | 'exists';
}

declare module '../../../../../state/surfaces/dialogs.ts' {
	interface DialogKinds {
		'log-prompt': LogPrompt;
	}
}
