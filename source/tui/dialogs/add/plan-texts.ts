import { bytes } from '../../../format/bytes.ts';
import { sanitize } from '../../../format/sanitize.ts';
import type { AddDialog } from '../../../state/adding/adding.ts';
import { type PlanLine, planOf } from '../../../state/adding/plan.ts';
import type { State } from '../../../state/core/state.ts';

/** Maximum of characters of a name or link. */
const MAX_LENGTH = 400;

/** Signs of a source's status, visible without color too. */
export const STATUS_SIGNS: Readonly<Record<PlanLine['status'], string>> = {
	add: '+',
	wrong: '✗',
	there: '=',
	reading: '…',
};

/** Returns the name of a source: that of its torrent or link, else the link itself. Sanitized. */
export function nameOfLine({ source, torrent }: PlanLine): string {
	const name = torrent?.name ?? (source.kind === 'magnet' ? source.name : '');
	return sanitize(name === '' ? source.uri : name, MAX_LENGTH);
}

/** Returns the note of a source: its error, or how much of it is selected. Sanitized. */
export function noteOfLine({ note, torrent, choice }: PlanLine): string {
	if (note !== '') return sanitize(note, MAX_LENGTH);
	if (!torrent || !choice) return '';
	const all = torrent.tree.nodes.size;
	const files =
		choice.count === all ? `${all} file${all === 1 ? '' : 's'}` : `${choice.count} of ${all} files`;
	return `${bytes(choice.size)}, ${files}`;
}

/** Returns the sources to add: the valid ones, and files that are still being read. */
export function addedLines(state: State, dialog: AddDialog): readonly PlanLine[] {
	return planOf(state, dialog).filter(({ status }) => status === 'add' || status === 'reading');
}

/** Returns a summary of the sources: '3 to add, 1 already added, 1 wrong'. */
export function summaryOf(plan: readonly PlanLine[]): string {
	const count = (...fates: PlanLine['status'][]) =>
		plan.filter(({ status }) => fates.includes(status)).length;
	const parts: readonly [number, string][] = [
		[count('add', 'reading'), 'to add'],
		[count('there'), 'already added'],
		[count('wrong'), 'wrong'],
	];
	return parts.flatMap(([number, what]) => (number === 0 ? [] : [`${number} ${what}`])).join(', ');
}
