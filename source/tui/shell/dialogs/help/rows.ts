import { fit, width as widthOf } from '../../../../format/cells.ts';
import { wrap } from '../../../../format/wrap.ts';
import type { State } from '../../../../state/core/state.ts';
import { innerWidthOf } from '../../../dialogs/kit/index.ts';
import { showKey } from '../../../keys/show-key.ts';
import { type Command, type CommandGroup, commandGroups, obstacle } from '../../../surfaces/command.ts';
import { isPaneMove } from '../../../surfaces/move-commands.ts';
import type { LegendEntry } from '../../../surfaces/surface.ts';
import type { Token } from '../../../theme/theme.ts';
import { withEffectiveKeys } from '../../commands/key-texts.ts';
import { type Reachable, withWorkingKeys } from '../../commands/scopes.ts';
import { currentPane } from '../../panes.ts';

/** Maximum cells of a column of help, and of its keys. */
const COLUMN_CELLS = 76;
const MIN_KEYS_CELLS = 8;
const MAX_KEYS_CELLS = 18;
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
	if (rows.length === 0) return [];
	// Moving the cursor comes first.
	const sorted = rows.toSorted(
		(one, other) => Number(isPaneMove(other.command)) - Number(isPaneMove(one.command)),
	);
	return [{ heading: helpHeadings[heading] }, ...sorted];
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
	const all = helpLines(active, beneath, columnCells);
	// Spoken help has no blank lines.
	const columns = Number.isFinite(screenColumns) ? (isWide ? inTwo(all) : [all]).map(withGaps) : [all];
	return {
		columns,
		columnCells,
		cells: isWide ? 2 * columnCells + GAP_CELLS : columnCells,
		lines: Math.max(...columns.map(({ length }) => length)),
	};
}

/** Returns all lines, for a column of so many cells (infinite without a screen). */
function helpLines(active: readonly Command[], beneath: State, cells: number): readonly HelpLine[] {
	const keysCells = keysCellsOf(active);
	const room = Number.isFinite(cells) ? cells - keysCells - 1 : cells;
	const linesOf = (row: HelpRow): HelpLine[] => {
		if ('heading' in row) return [{ heading: row.heading, possible: true }];
		const { command, keys } = row;
		const why = obstacle(command, beneath);
		const words = why === undefined ? command.title : `${command.title} (${withEffectiveKeys(why, beneath)})`;
		const shown = keys.map(showKey).join(' ');
		return wrap(words, room).map((text, index) => ({
			keys: fit(index === 0 ? shown : '', keysCells),
			text,
			possible: why === undefined,
		}));
	};
	const own = (['notice', 'move', 'act', 'view', 'select'] as const).flatMap((heading) =>
		rowsOf(active, heading).flatMap(linesOf),
	);
	const legend = legendLines(legendOf(beneath), keysCells, room);
	return [...own, ...legend, ...rowsOf(active, 'cockpit').flatMap(linesOf)];
}

/** Returns the signs and colors of the pane, or of the tab with the focus. */
function legendOf(beneath: State): readonly LegendEntry[] {
	const { details, legend = [] } = currentPane(beneath);
	return details?.hasFocus(beneath) ? (details.current(beneath).legend ?? []) : legend;
}

/** Returns the cells of the keys: as many as the longest ones have, within limits. */
function keysCellsOf(active: readonly Command[]): number {
	const cells = withWorkingKeys(active).map(({ keys }) => widthOf(keys.map(showKey).join(' ')));
	return Math.min(MAX_KEYS_CELLS, Math.max(MIN_KEYS_CELLS, ...cells));
}

/** Returns the lines with a blank one before each heading but the first. */
function withGaps(lines: readonly HelpLine[]): readonly HelpLine[] {
	return lines.flatMap((line, index) =>
		line.heading !== undefined && index > 0 ? [{ possible: true }, line] : [line],
	);
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
function legendLines(legend: readonly LegendEntry[], keysCells: number, room: number): readonly HelpLine[] {
	const lines = legend.flatMap(({ sign, token = 'normal', meaning }) =>
		wrap(meaning, room).map((text, index) => ({
			keys: fit(index === 0 ? sign : '', keysCells),
			text,
			token,
			possible: true,
		})),
	);
	return lines.length === 0 ? [] : [{ heading: helpHeadings.legend, possible: true }, ...lines];
}
