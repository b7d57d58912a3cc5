import { fit } from '../../../format/cells.ts';
import { wrap } from '../../../format/wrap.ts';
import type { State } from '../../../state/core/state.ts';
import { type Command, type CommandGroup, commandGroups, obstacle } from '../../commands/command.ts';
import { type Reachable, withWorkingKeys } from '../../commands/scopes.ts';
import { showKey } from '../../commands/show-key.ts';
import { currentPane } from '../../panes/registry.ts';
import type { LegendEntry } from '../../surfaces/surface.ts';
import type { Token } from '../../theme/theme.ts';
import { innerWidthOf } from '../kit/layout.ts';

/** Maximum cells of a column of help, and of its keys. */
const COLUMN_CELLS = 76;
export const KEYS_WIDTH = 14;
/** Cells between two columns, and the minimum of each. */
const GAP_CELLS = 2;
const MIN_COLUMN_CELLS = 52;

/** Returns how many lines of help a screen of so many rows shows. */
export function helpRowsOf(screenRows: number): number {
	return Math.max(1, screenRows - 4);
}

/** A row of help: a heading of a group, or a command. */
export type HelpRow = { readonly heading: string } | Reachable;

/** Headings of help, in their order. */
export const helpHeadings: Readonly<Record<'notice' | CommandGroup | 'legend', string>> = {
	notice: 'The notice',
	move: 'Move',
	act: 'Act',
	view: 'View',
	select: 'Select',
	legend: 'Signs and colors',
	cockpit: 'The cockpit',
};

type Heading = keyof typeof helpHeadings;

function headingOf({ scope, group = 'act' }: Command): Heading {
	return scope === 'notice' || scope === 'notice-input' ? 'notice' : group;
}

/** Returns the active commands by groups, without commands that have no key left. */
export function helpRows(active: readonly Command[]): readonly HelpRow[] {
	return (['notice', ...commandGroups] as const).flatMap((heading) => rowsOf(active, heading));
}

function rowsOf(active: readonly Command[], heading: Heading): readonly HelpRow[] {
	const rows = withWorkingKeys(active).filter(
		({ command, keys }) => keys.length > 0 && headingOf(command) === heading,
	);
	return rows.length === 0 ? [] : [{ heading: helpHeadings[heading] }, ...rows];
}

/** A line of help: a heading, or keys and text. Without keys it continues the line above. */
export interface HelpLine {
	readonly heading?: string;
	readonly keys?: string;
	readonly text?: string;
	/** The look of the keys, if they are a sign or a color. */
	readonly token?: Token;
	/** Whether the command is available now. */
	readonly possible: boolean;
}

/** Help in one or two columns. */
export interface HelpLayout {
	readonly columns: readonly (readonly HelpLine[])[];
	/** Cells of a column, and of all. */
	readonly columnCells: number;
	readonly cells: number;
	/** Number of its lines. */
	readonly lines: number;
}

/**
 * Returns help for a screen of so many columns (infinite without a screen), in two columns if they fit. `beneath` is the
 * state without dialogs.
 */
export function helpLayout(active: readonly Command[], beneath: State, screenColumns: number): HelpLayout {
	const wide = innerWidthOf(screenColumns, 2 * COLUMN_CELLS + GAP_CELLS);
	const isWide = Number.isFinite(screenColumns) && wide >= 2 * MIN_COLUMN_CELLS + GAP_CELLS;
	const columnCells = isWide ? Math.floor((wide - GAP_CELLS) / 2) : innerWidthOf(screenColumns, COLUMN_CELLS);
	const room = Number.isFinite(screenColumns) ? columnCells - KEYS_WIDTH - 1 : Number.POSITIVE_INFINITY;
	const all = helpLines(active, beneath, room);
	const columns = isWide ? inTwo(all) : [all];
	return {
		columns,
		columnCells,
		cells: isWide ? 2 * columnCells + GAP_CELLS : columnCells,
		lines: Math.max(...columns.map(({ length }) => length)),
	};
}

/** Returns all lines, with texts of so many cells. */
function helpLines(active: readonly Command[], beneath: State, room: number): readonly HelpLine[] {
	const linesOf = (row: HelpRow): HelpLine[] => {
		if ('heading' in row) return [{ heading: row.heading, possible: true }];
		const { command, keys } = row;
		const why = obstacle(command, beneath);
		const words = why === undefined ? command.title : `${command.title} (${why})`;
		const shown = keys.map(showKey).join(' ');
		return wrap(words, room).map((text, index) => ({
			keys: fit(index === 0 ? shown : '', KEYS_WIDTH),
			text,
			possible: why === undefined,
		}));
	};
	const own = (['notice', 'move', 'act', 'view', 'select'] as const).flatMap((heading) =>
		rowsOf(active, heading).flatMap(linesOf),
	);
	const legend = legendLines(currentPane(beneath).legend ?? [], room);
	return [...own, ...legend, ...rowsOf(active, 'cockpit').flatMap(linesOf)];
}

/** Divides lines into two columns of about the same height. A divided group has its heading in both. */
function inTwo(lines: readonly HelpLine[]): readonly (readonly HelpLine[])[] {
	const isStart = ({ heading, keys = '' }: HelpLine) => heading !== undefined || keys.trim() !== '';
	let half = Math.ceil(lines.length / 2);
	while (half < lines.length && !isStart(lines[half] ?? { possible: true })) half++;
	// No heading ends a column.
	if (lines[half - 1]?.heading !== undefined) half--;
	const [left, right] = [lines.slice(0, half), lines.slice(half)];
	const heading = left.findLast((line) => line.heading !== undefined);
	return [left, heading && right[0]?.heading === undefined ? [heading, ...right] : right];
}

/** Returns the meanings of signs and colors in lines, after a heading. */
function legendLines(legend: readonly LegendEntry[], room: number): readonly HelpLine[] {
	const lines = legend.flatMap(({ sign, token = 'normal', meaning }) =>
		wrap(meaning, room).map((text, index) => ({
			keys: fit(index === 0 ? sign : '', KEYS_WIDTH),
			text,
			token,
			possible: true,
		})),
	);
	return lines.length === 0 ? [] : [{ heading: helpHeadings.legend, possible: true }, ...lines];
}
