import type { Facts } from '../../../columns/facts.ts';
import { formatOrDash } from '../../../columns/figures.ts';
import { width as widthOf } from '../../../format/cells.ts';
import { sanitize } from '../../../format/sanitize.ts';
import { percent } from '../../../format/share.ts';
import type { State } from '../../../state/core/state.ts';

/** Share of the line from which a name may not fit into its column. */
const NAME_SHARE = 0.4;

/** Returns the fact that has a whole name, if its column may cut it off. */
export function nameFact(fact: string, name: string, columns: number): Facts {
	return widthOf(sanitize(name, 400)) > columns * NAME_SHARE ? [[fact, name]] : [];
}

/** Returns the fact about the download of a torrent; none if it is not in the downloads. */
export function downloadFact({ downloads }: Pick<State, 'downloads'>, infohash: string | undefined): Facts {
	if (!infohash) return [];
	const compared = infohash.toLowerCase();
	const download = downloads.list.find((each) => each.infohash.toLowerCase() === compared);
	return download ? [['download', `${download.status}, ${formatOrDash(download.progress, percent)}`]] : [];
}
