import { withoutSecrets } from '../format/without-secrets.ts';
import type { ChannelEntry, TrackerHealth } from '../protocol/resources/metadata.ts';
import type { Column } from './column.ts';
import { growingColumn, numberColumn, quantityColumn, textColumn } from './declare.ts';
import { amount, decimal, textOrDash, unknown } from './figures.ts';

export const entryColumns: readonly Column<ChannelEntry>[] = [
	numberColumn('id', 'ID', 19, 1, ({ id }) => (id === undefined ? unknown : String(id))),
	growingColumn('name', 'NAME', 20, ({ name }) => textOrDash(name)),
	textColumn('category', 'CATEGORY', 10, 4, ({ category }) => textOrDash(category)),
	quantityColumn('size', 'SIZE', 8, 3, ({ size }) => size, amount),
	numberColumn('status', 'STATUS', 6, 5, ({ status }) => decimal(status)),
	textColumn('state', 'STATE', 8, 2, ({ state }) => textOrDash(state)),
	textColumn('infohash', 'INFOHASH', 40, 6, ({ infohash }) => textOrDash(infohash)),
];

/** Columns of swarm health by tracker, without passkeys. */
export const healthColumns: readonly Column<TrackerHealth>[] = [
	growingColumn('tracker', 'TRACKER', 20, ({ tracker }) => withoutSecrets(tracker)),
	quantityColumn('seeders', 'SEEDERS', 8, 1, ({ seeders }) => seeders),
	quantityColumn('leechers', 'LEECHERS', 8, 2, ({ leechers }) => leechers),
	textColumn('error', 'ERROR', 20, 3, ({ error }) => withoutSecrets(error) || '–'),
];
