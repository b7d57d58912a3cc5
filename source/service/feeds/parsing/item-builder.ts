import { readInfohash } from '../../../metainfo/magnet.ts';
import { magnetOf } from '../../../protocol/infohash.ts';
import type { ParsedItem } from './feed-document.ts';

/** Maximum characters of a title. Longer ones are cut. */
const MAX_TITLE = 300;
/** Maximum characters of an id or an address. */
const MAX_TEXT = 4_096;
const TORRENT_TYPE = 'application/x-bittorrent';

/** Kinds of addresses, the best first. A .torrent has the sizes, the files and the flag of private torrents. */
const preference = ['enclosure', 'torrent', 'magnet'] as const;
type AddressKind = (typeof preference)[number];

/** Collects the parts of an item while its document is read. The first value of each part counts. */
export class ItemBuilder {
	#id = '';
	#about = '';
	#title = '';
	#infohash: string | undefined;
	#size: number | undefined;
	#published: number | undefined;
	/** Length of the enclosure. Feeds state the size of the data, or of the .torrent file. */
	#length: string | undefined;
	readonly #addresses = new Map<AddressKind, string>();

	/** Adds an address of any kind. Addresses of pages are ignored. `type`: media type, if it is stated. */
	address(uri: string | undefined, type = '', length?: string): void {
		const text = uri?.trim() ?? '';
		const kind = kindOf(text, type);
		if (kind === undefined) return;
		if (this.#addresses.has(kind)) return;
		this.#addresses.set(kind, text);
		if (kind !== 'magnet') this.#length ??= length;
	}

	id(text: string): void {
		if (this.#id === '' && text.length <= MAX_TEXT) this.#id = text;
	}

	/** Adds the id of RSS 1.0. Another one wins. */
	about(text: string): void {
		if (text.length <= MAX_TEXT) this.#about = text;
	}

	title(text: string): void {
		if (this.#title === '') this.#title = titleOf(text);
	}

	infohash(text: string): void {
		this.#infohash ??= readInfohash(text);
	}

	/** Size of the data in bytes. */
	size(text: string): void {
		this.#size ??= readSize(text);
	}

	published(text: string): void {
		this.#published ??= readDate(text);
	}

	build(): ParsedItem {
		const [kind] = preference.filter((each) => this.#addresses.has(each));
		const uri = kind === undefined ? '' : (this.#addresses.get(kind) ?? '');
		return {
			id: this.#id || this.#about,
			title: this.#title,
			uri: uri === '' && this.#infohash !== undefined ? magnetOf(this.#infohash) : uri,
			infohash: this.#infohash,
			size: this.#size ?? largeSize(this.#length),
			published: this.#published,
		};
	}
}

/** Returns a title in one line, without control characters, and with a limited length. */
export function titleOf(text: string): string {
	const line = text
		.slice(0, MAX_TEXT)
		.replace(/[\s\p{Cc}]+/gu, ' ')
		.trim();
	return line.length <= MAX_TITLE ? line : `${line.slice(0, MAX_TITLE - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

function kindOf(uri: string, type: string): AddressKind | undefined {
	if (uri === '' || uri.length > MAX_TEXT) return undefined;
	if (/^magnet:\?/i.test(uri)) return 'magnet';
	if (type.split(';')[0]?.trim().toLowerCase() === TORRENT_TYPE) return 'enclosure';
	return /\.torrent(?:$|[?&#])/i.test(uri) ? 'torrent' : undefined;
}

function readSize(text: string | undefined): number | undefined {
	if (text === undefined || !/^\s*\d{1,15}\s*$/.test(text)) return undefined;
	const size = Number(text);
	return size > 0 ? size : undefined;
}

/** Many feeds state the length of the .torrent file, as the specification of RSS asks. Those are less than 1 MiB. */
function largeSize(length: string | undefined): number | undefined {
	const size = readSize(length);
	return size !== undefined && size >= 1024 * 1024 ? size : undefined;
}

function readDate(text: string): number | undefined {
	if (text.length > 100) return undefined;
	const seconds = Math.floor(Date.parse(text) / 1000);
	return seconds > 0 && seconds < 1e11 ? seconds : undefined;
}
