import { shorten } from '../../../format/cells.ts';
import { type ChoiceLine, drawChoice, fixedRows, part } from '../kit/index.ts';
import { failureLine, nameCells, truncated } from './layout.ts';
import type { FailureLine } from './window.ts';

interface FailureListProps {
	readonly lines: readonly FailureLine[];
	/** Index of the chosen failure. */
	readonly at: number;
}

/** Cells before the name of a failure. */
const SIGN_CELLS = 2;

/** Failed requests below headings with their action. */
export const FailureList = part<FailureListProps>({
	rows: ({ lines }) => fixedRows(lines.length),
	draw: ({ lines, at }, place) => {
		const room = place.columns - SIGN_CELLS;
		const names = nameCells(
			lines.flatMap((line) => (line.kind === 'failure' ? line.failure : [])),
			room,
		);
		const choiceOf = (line: FailureLine): ChoiceLine => {
			if (line.kind === 'doing') {
				return { left: [{ text: shorten(truncated(line.text), place.columns), token: 'heading' }] };
			}
			const sign = line.at === at ? '> ' : '  ';
			return { left: [{ text: sign }, { text: failureLine(line.failure, names, room) }] };
		};
		return {
			lines: lines.map((line) =>
				drawChoice(choiceOf(line), line.kind === 'failure' && line.at === at, place),
			),
			targetAt: (_, row) => {
				const line = lines[row];
				if (line?.kind !== 'failure') return undefined;
				return { kind: 'row', part: 'dialog', key: String(line.at), index: line.at };
			},
		};
	},
});
