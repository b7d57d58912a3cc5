import type { Label } from '../../protocol/resources/label.ts';
import { changed } from '../batch/change.ts';
import { type LineEdit, lineText } from '../surfaces/line-edit.ts';
import type { Question } from './change-dialogs.ts';

/** Chooses the label of downloads. Names are untrusted. */
export interface LabelsDialog extends Question {
	readonly kind: 'labels';
	/** Part of a name, or a new one. */
	readonly line: LineEdit;
	/** Index of the chosen entry. */
	readonly chosen: number;
	/** Undefined until the service has answered. */
	readonly labels: readonly Label[] | undefined;
	/** Reason why the labels are not known; '' for none. */
	readonly failure: string;
}

/** An entry of the dialog. */
export type LabelChoice =
	| { readonly kind: 'label'; readonly label: Label }
	/** Removes the label of the downloads. */
	| { readonly kind: 'none' }
	/** Creates a label. */
	| { readonly kind: 'new'; readonly name: string };

/** Returns the labels with the typed text in their names, then a new label with that name. */
export function labelChoices({ line, labels = [], subjects }: LabelsDialog): readonly LabelChoice[] {
	const typed = lineText(line).trim();
	const lower = typed.toLowerCase();
	const found = labels.filter(({ name }) => name.toLowerCase().includes(lower));
	const known = found.map((label) => ({ kind: 'label', label }) as const);
	if (typed === '') {
		const isLabeled = subjects.some(({ label = '' }) => label !== '');
		return isLabeled ? [...known, { kind: 'none' }] : known;
	}
	return found.some(({ name }) => name === typed) ? known : [...known, { kind: 'new', name: typed }];
}

/** Returns the label that all downloads of the dialog have; '' for none, or different ones. */
export function currentLabel({ subjects, pending }: LabelsDialog): string {
	const [first, ...others] = subjects.map(
		(each) => changed(each, pending.get(each.infohash)?.change).label ?? '',
	);
	return others.every((label) => label === first) ? (first ?? '') : '';
}

/** Takes the labels of the service. The first ones choose the current label, unless the user has typed. */
export function takeLabels(dialog: LabelsDialog, labels: readonly Label[]): LabelsDialog {
	const taken = { ...dialog, labels, failure: '' };
	if (dialog.labels || lineText(dialog.line) !== '') return taken;
	const current = labels.findIndex(({ name }) => name === currentLabel(dialog));
	return { ...taken, chosen: Math.max(0, current) };
}

declare module '../surfaces/dialogs.ts' {
	interface DialogKinds {
		labels: LabelsDialog;
	}
}
