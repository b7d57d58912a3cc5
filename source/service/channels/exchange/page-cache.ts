import { BoundedMap } from '../../../basics/bounded-map.ts';
import type { ChannelContent } from '../channel-registry.ts';
import { type PageSet, pagesOf } from './pages.ts';

/** Pages of the channels that peers requested last. Others are made again from the stored contents. */
export class PageCache {
	readonly #content: (channel: string) => ChannelContent | undefined;
	readonly #sets: BoundedMap<PageSet>;

	constructor(maxBytes: number, content: (channel: string) => ChannelContent | undefined) {
		this.#sets = new BoundedMap(maxBytes, ({ size }) => size);
		this.#content = content;
	}

	/** Whether `get` need not make the pages. */
	has(channel: string, root: string): boolean {
		return this.#sets.peek(channel)?.root === root;
	}

	/** Returns the pages of a channel with this root. Undefined if the stored contents have other ones. */
	get(channel: string, root: string): PageSet | undefined {
		if (this.has(channel, root)) return this.#sets.get(channel);
		const content = this.#content(channel);
		const made = content && pagesOf(content);
		if (made?.root !== root) return undefined;
		this.set(channel, made);
		return made;
	}

	set(channel: string, pages: PageSet): void {
		this.#sets.set(channel, pages);
	}

	delete(channel: string): void {
		this.#sets.delete(channel);
	}
}
