import { swarmText } from '../../../columns/channel.ts';
import type { Column } from '../../../columns/column.ts';
import { growingColumn, rankedColumn, textColumn } from '../../../columns/declare.ts';
import { count, textOrDash, unknown } from '../../../columns/figures.ts';
import { bytes } from '../../../format/bytes.ts';
import type { KnownTorrent } from '../../../state/channels/known.ts';
import { channelsText } from './texts.ts';
import { ageText, type Timed } from './timed-rows.ts';

type Swarm = Pick<KnownTorrent, 'num_seeders' | 'num_leechers' | 'last_tracker_check'>;

/** Returns the same in words; '' if it is unknown. */
function spokenSwarm(swarm: Swarm): string {
	if (swarmText(swarm) === unknown) return '';
	return `${count(swarm.num_seeders)} seeds, ${count(swarm.num_leechers)} peers`;
}

/** Declares the column of sizes in bytes. */
export function sizeColumn<Row>(dropOrder: number, of: (row: Row) => number | undefined): Column<Row> {
	return rankedColumn<Row>('size', 'SIZE', 9, dropOrder, of, bytes);
}

/** Declares a column of ages. `of` returns the moment, Unix s. */
export function ageColumn<Row extends Timed>(
	id: string,
	title: string,
	width: number,
	dropOrder: number,
	of: (row: Row) => number | undefined,
): Column<Row> {
	return {
		...rankedColumn<Row>(id, title, width, dropOrder, of),
		value: (row) => ageText(of(row), row.now),
	};
}

/** Declares the growing column of names, which may be empty. */
export function nameColumn<Row>(id: string, title: string, of: (row: Row) => string): Column<Row> {
	return {
		...growingColumn<Row>(id, title, 20, (row) => of(row) || channelsText.unnamed),
		sortKey: (row) => of(row).toLowerCase(),
	};
}

/** Declares a column of optional text. */
export function optionalTextColumn<Row>(
	id: string,
	title: string,
	width: number,
	dropOrder: number,
	of: (row: Row) => string | undefined,
): Column<Row> {
	return {
		...textColumn<Row>(id, title, width, dropOrder, (row) => textOrDash(of(row))),
		sortKey: (row) => of(row) ?? '',
	};
}

/** Declares the column of seeds and peers. */
export function swarmColumn<Row>(of: (row: Row) => Partial<KnownTorrent>): Column<Row> {
	return {
		...rankedColumn<Row>('swarm', 'S/L', 9, 2, (row) => of(row).num_seeders),
		value: (row) => swarmText(of(row)),
		spoken: (row) => spokenSwarm(of(row)),
	};
}
