import { fit } from '../../../format/cells.ts';
import { wrap } from '../../../format/wrap.ts';
import type { State } from '../../../state/core/state.ts';
import { type Command, obstacle, type Scope } from '../../commands/command.ts';
import { type Reachable, withWorkingKeys } from '../../commands/scopes.ts';
import { showKey } from '../../commands/show-key.ts';
import { currentPane } from '../../panes/registry.ts';
import { placeOf } from '../../panes/scopes.ts';
import type { LegendEntry } from '../../surfaces/surface.ts';
import type { Token } from '../../theme/theme.ts';
import { innerWidthOf } from '../kit/layout.ts';

/** Maximum cells of help, and of its keys. */
export const HELP_WIDTH = 76;
export const KEYS_WIDTH = 14;

/** Returns how many lines of help a screen of so many rows shows. */
export function helpRowsOf(screenRows: number): number {
	return Math.max(1, screenRows - 4);
}

/** A row of help: a heading with the scope of keys, or a command. */
export type HelpRow = { readonly heading: string } | Reachable;

/** Returns the active commands grouped by scope, without commands that have no key left. */
export function helpRows(active: readonly Command[]): readonly HelpRow[] {
	let last: Scope | undefined;
	return withWorkingKeys(active)
		.filter(({ keys }) => keys.length > 0)
		.flatMap((reachable) => {
			const { scope } = reachable.command;
			if (scope === last) return [reachable];
			last = scope;
			return [{ heading: headingOf(scope) }, reachable];
		});
}

export const helpHeadings = {
	everywhere: 'Everywhere',
	notice: 'The notice',
	tabs: 'The list and its details',
	panes: 'All panes',
	list: 'The list',
	legend: 'Signs and colors',
} as const;

function headingOf(scope: Scope): string {
	if (scope === 'everywhere') return helpHeadings.everywhere;
	if (scope === 'notice' || scope === 'notice-input') return helpHeadings.notice;
	if (scope === 'tabs') return helpHeadings.tabs;
	const place = placeOf(scope);
	if (!place) return helpHeadings.panes;
	const { pane, part } = place;
	return part?.title ?? (pane.details ? helpHeadings.list : pane.title);
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

/**
 * Returns help in lines, for a screen of so many columns (infinite without a screen). `beneath` is the state without
 * dialogs.
 */
export function helpLines(
	active: readonly Command[],
	beneath: State,
	screenColumns: number,
): readonly HelpLine[] {
	const room = Number.isFinite(screenColumns)
		? innerWidthOf(screenColumns, HELP_WIDTH) - KEYS_WIDTH - 1
		: Number.POSITIVE_INFINITY;
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
	const rows = helpRows(active);
	// The keys of the pane come before those of all panes.
	const general = rows.findIndex((row) => 'heading' in row && row.heading === helpHeadings.panes);
	const legend = legendLines(currentPane(beneath).legend ?? [], room);
	const [own, others] = general < 0 ? [rows, []] : [rows.slice(0, general), rows.slice(general)];
	return [...own.flatMap(linesOf), ...legend, ...others.flatMap(linesOf)];
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
