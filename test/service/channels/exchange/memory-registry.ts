import type {
	ChannelContent,
	ChannelMatches,
	ChannelSummary,
	PlaylistEntry,
	TorrentEntry,
} from '../../../../source/service/channels/channel-registry.ts';
import type { ChannelRegistry } from '../../../../source/service/channels/channels.ts';

/** Channels in memory, as the real registry keeps them on the disk. */
export class MemoryRegistry implements ChannelRegistry {
	readonly ownId: string;
	readonly contents = new Map<string, ChannelContent>();
	readonly heads = new Map<string, Uint8Array>();
	#listeners: (() => void)[] = [];
	/** Number of stored versions of other channels. */
	replaced = 0;

	constructor(ownId: string) {
		this.ownId = ownId;
	}

	/** Changes the own channel. */
	change(changes: Partial<ChannelContent>): void {
		const before = this.contents.get(this.ownId) ?? emptyChannel;
		this.contents.set(this.ownId, { ...before, ...changes, version: before.version + 1 });
		for (const listener of this.#listeners) listener();
	}

	/** Forgets the listeners, as a restart does. */
	restart(): void {
		this.#listeners = [];
	}

	list(): readonly ChannelSummary[] {
		return [...this.contents].map(([id, { name, description, version, updated, torrents }]) => ({
			id,
			name,
			description,
			version,
			updated,
			isOwn: id === this.ownId,
			torrentCount: torrents.length,
		}));
	}

	content(id: string): ChannelContent | undefined {
		return this.contents.get(id);
	}

	onOwnChange(listener: () => void): void {
		this.#listeners.push(listener);
	}

	replace(id: string, content: ChannelContent, head: Uint8Array): void {
		if ((this.contents.get(id)?.version ?? 0) >= content.version) return;
		this.replaced++;
		this.contents.set(id, content);
		this.heads.set(id, head);
	}

	renew(id: string, head: Uint8Array): void {
		this.heads.set(id, head);
	}

	head(id: string): Uint8Array | undefined {
		return this.heads.get(id);
	}

	drop(id: string): void {
		this.contents.delete(id);
		this.heads.delete(id);
	}

	search(words: readonly string[]): ChannelMatches {
		const matches = ({ name }: { readonly name: string }) =>
			words.every((word) => name.toLowerCase().includes(word.toLowerCase()));
		const torrents = [...this.contents].flatMap(([channel, content]) =>
			content.torrents.filter(matches).map((torrent) => ({ channel, torrent })),
		);
		return { channels: this.list().filter(matches), torrents };
	}

	torrents(infohash: string): readonly TorrentEntry[] {
		return [...this.contents.values()].flatMap(({ torrents }) =>
			torrents.filter((torrent) => torrent.infohash === infohash),
		);
	}
}

export const emptyChannel: ChannelContent = {
	name: 'Channel',
	description: '',
	version: 0,
	created: 1_700_000_000,
	updated: 1_700_000_000,
	torrents: [],
	playlists: [],
};

/** Returns a torrent that depends on a number only. Ids spread over their range as random ones do. */
export function torrentEntry(number: number, changes: Partial<TorrentEntry> = {}): TorrentEntry {
	const id = BigInt.asUintN(63, BigInt(number) * 0x9e37_79b9_7f4a_7c15n) || 1n;
	return {
		id,
		infohash: number.toString(16).padStart(40, '0'),
		name: `Torrent ${number}`,
		size: number * 1_000,
		category: 'Other',
		status: 2,
		trackers: ['udp://tracker.example:6969/announce'],
		files: [{ name: `file ${number}.bin`, size: number * 1_000 }],
		created: 1_700_000_000 + number,
		feed: undefined,
		...changes,
	};
}

export function torrentEntries(first: number, count: number): TorrentEntry[] {
	return Array.from({ length: count }, (_, index) => torrentEntry(first + index));
}

export function playlistEntry(id: number, torrents: readonly TorrentEntry[]): PlaylistEntry {
	return {
		id,
		name: `Playlist ${id}`,
		description: 'Äöü \u0000 \u{1f600}',
		torrents: torrents.map(({ infohash }) => infohash),
	};
}
