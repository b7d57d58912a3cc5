import { bytes } from '../../../format/bytes.ts';
import { sanitise } from '../../../format/sanitise.ts';
import type { AddDialog } from '../../../state/adding/adding.ts';
import { type PlanLine, planOf } from '../../../state/adding/plan.ts';
import type { State } from '../../../state/core/state.ts';

/** Characters of a name or link that are looked at. */
const MAX_LENGTH = 400;

/** What the line of a source begins with: its fate, seen without colour too. */
export const fateSigns: Readonly<Record<PlanLine['fate'], string>> = {
	add: '+',
	wrong: '✗',
	there: '=',
	reading: '…',
};

/** What a source is called: as its torrent or link says, else the link itself. Sanitised. */
export function nameOfLine({ source, torrent }: PlanLine): string {
	const name = torrent?.name ?? (source.kind === 'magnet' ? source.name : '');
	return sanitise(name === '' ? source.uri : name, MAX_LENGTH);
}

/** What is to be known of it: why it is wrong, or how much of it is wanted. Sanitised. */
export function noteOfLine({ note, torrent, choice }: PlanLine): string {
	if (note !== '') return sanitise(note, MAX_LENGTH);
	if (!torrent || !choice) return '';
	const all = torrent.tree.nodes.size;
	const files =
		choice.count === all ? `${all} file${all === 1 ? '' : 's'}` : `${choice.count} of ${all} files`;
	return `${bytes(choice.size)}, ${files}`;
}

/** Which of the sources are added: those that are right, a file among them that is still being read. */
export function addedLines(state: State, dialog: AddDialog): readonly PlanLine[] {
	return planOf(state, dialog).filter(({ fate }) => fate === 'add' || fate === 'reading');
}

/** How many sources there are and what becomes of them: '3 to add, 1 there already, 1 wrong'. */
export function summaryOf(plan: readonly PlanLine[]): string {
	const count = (...fates: PlanLine['fate'][]) => plan.filter(({ fate }) => fates.includes(fate)).length;
	const parts: readonly [number, string][] = [
		[count('add', 'reading'), 'to add'],
		[count('there'), 'there already'],
		[count('wrong'), 'wrong'],
	];
	return parts.flatMap(([number, what]) => (number === 0 ? [] : [`${number} ${what}`])).join(', ');
}
