import { oneLine } from '../format/one-line.ts';
import { percent } from '../format/share.ts';
import type { Column, Tone } from './column.ts';
import { growingColumn, numberColumn, textColumn } from './declare.ts';
import { textOrDash, unknown } from './figures.ts';

/** Result of the import of a download. */
type ImportResult = 'imported' | 'present' | 'failed';

/** A download of another client, as a row. */
export interface ImportRow {
	readonly name: string;
	/** Empty if it is unknown. */
	readonly infohash: string;
	readonly result: ImportResult;
	/** State in the service; undefined if it does not get there. */
	readonly state: 'running' | 'stopped' | undefined;
	/** Claimed share of the selected bytes, 0 to 1; undefined if unknown. */
	readonly progress: number | undefined;
	readonly destination: string;
	readonly label: string;
	/** Why it is not imported, or not as it was, in sentences. Empty if there is nothing. */
	readonly problem: string;
}

const importColumnText = {
	present: 'already there',
	failed: 'not imported',
} as const;

const problemTone = ({ result }: ImportRow): Tone => (result === 'failed' ? 'bad' : 'warning');

export const importColumns: readonly Column<ImportRow>[] = [
	growingColumn('name', 'NAME', 20, ({ name }) => oneLine(name)),
	textColumn('state', 'STATE', 13, 1, ({ result, state }) =>
		result === 'imported' ? (state ?? unknown) : importColumnText[result],
	),
	numberColumn('progress', 'PROGRESS', 8, 2, ({ progress }) =>
		progress === undefined ? unknown : percent(progress),
	),
	{
		...textColumn<ImportRow>('destination', 'DESTINATION', 24, 4, (row) => textOrDash(row.destination)),
		fits: true,
	},
	textColumn('label', 'LABEL', 12, 5, ({ label }) => textOrDash(label)),
	{
		...textColumn<ImportRow>('problem', 'PROBLEM', 30, 3, ({ problem }) => textOrDash(problem)),
		tone: problemTone,
		wideWidth: 60,
	},
];
