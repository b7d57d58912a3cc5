import type { Target, TargetAt } from '../terminal/targets.ts';
import { type Segment, segmentTarget } from './compose-line.ts';

/**
 * Returns targets for answers of a dialog on separate lines, the last on its last line. A click on the line gives the
 * answer.
 */
export function answerTargets(lines: number, commands: readonly string[]): TargetAt {
	return (_, line) => {
		const id = commands[line - (lines - commands.length)];
		return id === undefined ? undefined : { kind: 'command', id };
	};
}

/** Returns targets for answers of a dialog side by side on its last line. */
export function answersTargets(lines: number, columns: number, answers: readonly Segment[]): TargetAt {
	return (cell, line) => (line === lines - 1 ? segmentTarget(columns, answers, [], cell) : undefined);
}

/** Returns the segments of an answer: its key and its effect. */
export function answer(id: string, key: string, words: string): readonly Segment[] {
	const target: Target = { kind: 'command', id };
	return [
		{ text: key, token: 'key', target },
		{ text: words, target },
	];
}

/** A drawn list in a dialog. */
export interface DrawnChoices {
	/** Lines of the dialog above it. */
	readonly above: number;
	/** Index of the first visible choice, number of choices, and maximum of visible ones. */
	readonly first: number;
	readonly count: number;
	readonly room: number;
}

/** Returns targets for choices in a dialog. A click chooses; a double click acts like enter. */
export function choiceTargets({ above, first, count, room }: DrawnChoices): TargetAt {
	return (_, line) => {
		const index = first + line - above;
		if (line < above || line >= above + room || index >= count) return undefined;
		return { kind: 'row', part: 'dialog', key: String(index), index };
	};
}
