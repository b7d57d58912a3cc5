import Type from 'typebox';
import { isFields } from '../../basics/fields.ts';
import { MAX_COLUMN_CELLS, MIN_COLUMN_CELLS } from '../../columns/chosen.ts';
import { allDownloadColumns } from '../../columns/downloads.ts';
import { decode } from '../../protocol/decode.ts';
import type { Sort } from '../list/rows.ts';
import { ordersOf, sortOf } from '../list/sort.ts';
import { MAX_RECENT_FILTERS, mergeEarlier, withEarlier } from './earlier.ts';
import { themeNames } from './theme-names.ts';
import type { SavedFilter, ViewSlice } from './view.ts';

/** View settings that are saved between runs. */
export interface SavedView extends ViewSlice {
	readonly sort: Sort | undefined;
}

const Columns = Type.Array(
	Type.Object({
		id: Type.String(),
		width: Type.Optional(Type.Integer({ minimum: MIN_COLUMN_CELLS, maximum: MAX_COLUMN_CELLS })),
	}),
);

const order = { column: Type.String(), descending: Type.Boolean({ default: false }) };
const Sorting = Type.Object({ ...order, ties: Type.Optional(Type.Array(Type.Object(order))) });

const ViewSchema = Type.Object({
	sort: Type.Optional(Sorting),
	columns: Type.Optional(Type.Object({ narrow: Type.Optional(Columns), wide: Type.Optional(Columns) })),
	filters: Type.Optional(Type.Array(Type.Object({ name: Type.String(), filter: Type.String() }))),
	earlier: Type.Optional(Type.Array(Type.String())),
	theme: Type.Optional(Type.String()),
	details: Type.Optional(Type.Union([Type.Literal('shown'), Type.Literal('hidden')])),
});

/** Content of a file and its faults. */
interface ReadView {
	readonly saved: SavedView;
	/** Faults as text; may quote the file. Faulty parts are ignored. */
	readonly faults: readonly string[];
}

/** Maximum number of filters taken from a file, which any program may have written. */
const MAX_FILTERS = 1_000;

/** Parses a saved view; throws with the reason if the text is no JSON object. */
export function readView(text: string): ReadView {
	const { value, deviations } = decode(ViewSchema, objectIn(text));
	const faults = deviations.map(({ path, problem }) => `'${path}' ${problem}`);
	const isKnown = (id: string, place: string) => {
		if (allDownloadColumns.some((column) => column.id === id)) return true;
		faults.push(`there is no column '${id}' (${place})`);
		return false;
	};
	const chosen = (room: 'narrow' | 'wide') => {
		const seen = new Set<string>();
		return value.columns?.[room]
			?.filter(({ id }) => {
				const isNew = !seen.has(id);
				seen.add(id);
				if (!isNew) faults.push(`the column '${id}' is there twice (columns.${room})`);
				return isNew && isKnown(id, `columns.${room}`);
			})
			.map(({ id, width }) =>
				width === undefined || width < MIN_COLUMN_CELLS || width > MAX_COLUMN_CELLS ? { id } : { id, width },
			);
	};
	const { sort, filters = [], earlier = [] } = value;
	const theme = themeNames.find((name) => name === value.theme);
	if (theme !== value.theme) faults.push(`there is no theme '${value.theme}'`);
	if (filters.length > MAX_FILTERS) faults.push(`there are more than ${MAX_FILTERS} filters`);
	return {
		saved: {
			sort: sort && sortOf(ordersOf(sort).filter(({ column }) => isKnown(column, 'sort'))),
			columns: { narrow: chosen('narrow'), wide: chosen('wide') },
			filters: filters.slice(0, MAX_FILTERS).map(({ name, filter }): SavedFilter => ({ name, filter })),
			earlier: earlier.slice(0, MAX_RECENT_FILTERS).reduceRight<readonly string[]>(withEarlier, []),
			theme,
			details: value.details,
		},
		faults,
	};
}

function objectIn(text: string): object {
	const content: unknown = JSON.parse(text);
	if (!isFields(content)) throw new Error('it is not a JSON object');
	return content;
}

/**
 * Returns the text of the file with the changes from `before` to `now` applied, and only those. Another cockpit or a
 * later release may have changed the file meanwhile.
 */
export function changedView(text: string, before: SavedView, now: SavedView): string {
	const { saved, faults } = readView(text);
	const there: Record<string, unknown> = { ...objectIn(text) };
	// Faulty parts are not written again.
	if (faults.length > 0) Object.assign(there, saved);
	if (!isSame(before.sort, now.sort)) there.sort = now.sort;
	const columns = {
		narrow: isSame(before.columns.narrow, now.columns.narrow) ? saved.columns.narrow : now.columns.narrow,
		wide: isSame(before.columns.wide, now.columns.wide) ? saved.columns.wide : now.columns.wide,
	};
	if (!isSame(columns, saved.columns)) there.columns = columns;
	const filters = mergeFilters(saved.filters, before.filters, now.filters);
	if (!isSame(filters, saved.filters)) there.filters = filters;
	const earlier = mergeEarlier(saved.earlier, before.earlier, now.earlier);
	if (!isSame(earlier, saved.earlier)) there.earlier = earlier;
	if (before.theme !== now.theme) there.theme = now.theme;
	if (before.details !== now.details) there.details = now.details;
	return textOf(there);
}

/** Formats one line per column and filter, so that people can edit it. */
function textOf(content: object): string {
	const text = JSON.stringify(content, undefined, '\t');
	return `${text.replace(/\{\n\t{2,}[^{}[\]]*\n\t*\}/g, (object) => object.replace(/\n\t*/g, ' '))}\n`;
}

/** Returns the stored filters without those deleted here and with those saved here. */
export function mergeFilters(
	there: readonly SavedFilter[],
	before: readonly SavedFilter[],
	now: readonly SavedFilter[],
): readonly SavedFilter[] {
	const gone = before.filter(({ name }) => !now.some((one) => one.name === name));
	const come = now.filter((one) => !before.some((old) => isSame(old, one)));
	const others = there.filter(({ name }) => ![...gone, ...come].some((one) => one.name === name));
	return [...others, ...come];
}

/** Whether plain data with a fixed order of fields is equal. */
export function isSame(one: unknown, other: unknown): boolean {
	return JSON.stringify(one) === JSON.stringify(other);
}
