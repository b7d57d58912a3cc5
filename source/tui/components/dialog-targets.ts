import type { Target, TargetAt } from '../terminal/targets.ts';
import { type Segment, segmentTarget } from './compose-line.ts';

/** Answers of a dialog, each on a line of its own, the last on its last line: who clicks the line gives the answer. */
export function answerTargets(lines: number, commands: readonly string[]): TargetAt {
	return (_, line) => {
		const id = commands[line - (lines - commands.length)];
		return id === undefined ? undefined : { kind: 'command', id };
	};
}

/** Answers of a dialog side by side on its last line. */
export function answersTargets(lines: number, columns: number, answers: readonly Segment[]): TargetAt {
	return (cell, line) => (line === lines - 1 ? segmentTarget(columns, answers, [], cell) : undefined);
}

/** An answer beside others: its key, and what it does. */
export function answer(id: string, key: string, words: string): readonly Segment[] {
	const target: Target = { kind: 'command', id };
	return [
		{ text: key, token: 'key', target },
		{ text: words, target },
	];
}

/** A list in a dialog as it is drawn. */
export interface DrawnChoices {
	/** Lines of the dialog above it. */
	readonly above: number;
	/** Index of the first that shows, how many there are, and how many show at most. */
	readonly first: number;
	readonly count: number;
	readonly room: number;
}

/** What can be chosen in a dialog: a click chooses, a double click does what enter does. */
export function choiceTargets({ above, first, count, room }: DrawnChoices): TargetAt {
	return (_, line) => {
		const index = first + line - above;
		if (line < above || line >= above + room || index >= count) return undefined;
		return { kind: 'row', part: 'dialog', key: String(index), index };
	};
}
