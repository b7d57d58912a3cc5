import { isDeepStrictEqual } from 'node:util';
import { type ServiceRow, serviceColumns } from '../../columns/services.ts';
import type { Connection } from '../connection/connection.ts';
import type { DownloadsSlice } from '../downloads/downloads.ts';
import { takeRows } from '../list/list.ts';
import { noRows, type RowKind, type Rows, sortKeysOf } from '../list/rows.ts';
import type { CockpitSettingsSlice } from '../settings/cockpit-settings.ts';
import type { ColorsSlice } from '../view/theme.ts';
import type { ViewSlice } from '../view/view.ts';

/** The services that the cockpit shows. A cockpit of one service has no rows. */
export interface ContextsSlice {
	/** Name of the context that this state belongs to; '' in a cockpit of one service. */
	readonly current: string;
	/** All services, in their order. */
	readonly rows: Rows<ServiceRow>;
}

export const noContexts: ContextsSlice = { current: '', rows: noRows };

export const serviceKind: RowKind<ServiceRow> = {
	keyOf: ({ name }) => name,
	nameOf: ({ name }) => name,
	sortKeyOf: sortKeysOf(serviceColumns),
};

/** Settings of the user that all contexts share. */
export interface SharedSettings {
	readonly view: ViewSlice;
	readonly colors: ColorsSlice;
	readonly settings: CockpitSettingsSlice;
	/** Ids of the commands last chosen in the palette. */
	readonly recent: readonly string[];
}

export type ContextsMessage =
	/** New values of all services. Unchanged rows are the same objects. */
	| { readonly type: 'rows'; readonly rows: readonly ServiceRow[] }
	/** This context replaces another one on the screen. */
	| { readonly type: 'shown'; readonly shared: SharedSettings }
	/** Another context replaces this one. Its dialogs close. */
	| { readonly type: 'hidden' };

/** Returns the slice with new rows. */
export function takeServices(slice: ContextsSlice, rows: readonly ServiceRow[]): ContextsSlice {
	return { ...slice, rows: takeRows(serviceKind, slice.rows, rows).slice };
}

/** Whether the cockpit has several services. */
export function hasSeveral({ contexts }: { readonly contexts: ContextsSlice }): boolean {
	return contexts.rows.list.length > 1;
}

interface Polled {
	readonly connection: Connection;
	readonly downloads: DownloadsSlice;
}

/** Returns the row of a service. The same values return the row before. `now`: Unix ms. */
export function serviceRow(
	name: string,
	{ connection, downloads }: Polled,
	now: number,
	before: ServiceRow | undefined,
): ServiceRow {
	const { url, failure, answeredAt, core, freeSpace } = connection;
	const { at, list, totals } = downloads;
	const countOf = (...states: readonly Parameters<typeof totals.states.get>[0][]) =>
		at === undefined ? undefined : states.reduce((sum, state) => sum + (totals.states.get(state) ?? 0), 0);
	const row: ServiceRow = {
		name,
		url,
		failure: failure?.kind ?? '',
		hasAnswered: answeredAt !== undefined,
		dataAge:
			failure === undefined || answeredAt === undefined ? undefined : Math.round((now - answeredAt) / 1_000),
		hasException: core?.state === 'EXCEPTION',
		total: at === undefined ? undefined : list.length,
		downloading: countOf('downloading', 'stalled', 'metadata'),
		seeding: countOf('seeding'),
		stopped: countOf('stopped'),
		errors: countOf('error'),
		speedDown: at === undefined ? undefined : totals.speedDown,
		speedUp: at === undefined ? undefined : totals.speedUp,
		freeSpace,
	};
	return before && isDeepStrictEqual(before, row) ? before : row;
}
