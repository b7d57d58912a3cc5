import { isValidElement, type ReactNode } from 'react';
import { sanitize } from '../../../format/sanitize.ts';
import type { DialogFrameProps } from './dialog.tsx';
import { partsIn } from './elements.ts';

/** The words of a dialog. Sanitized. */
export interface Speech {
	readonly title: string;
	/** Spoken when the dialog opens. */
	readonly body: readonly string[];
	/** Spoken after the answers, and whenever it changes. */
	readonly choice: string;
}

const nothing: Speech = { title: '', body: [], choice: '' };

/** Returns the words of a drawn dialog. */
export function speechOf(view: ReactNode): Speech {
	if (!isValidElement<DialogFrameProps>(view)) return nothing;
	const { title, spoken = title, children } = view.props;
	const parts = partsIn(children).map(({ type, element }) => type.speak(element.props));
	return {
		title: sanitize(spoken, 400),
		body: parts.flatMap(({ lines = [] }) => lines),
		choice: parts.flatMap(({ live = '' }) => (live === '' ? [] : [live])).join(' '),
	};
}
