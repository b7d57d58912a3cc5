import type { ChannelContent } from '../channel-registry.ts';
import { type PageSet, pagesOf } from './pages.ts';

/** Pages of the channels that peers requested last. Others are made again from the stored contents. */
export class PageCache {
	readonly #maxBytes: number;
	readonly #content: (channel: string) => ChannelContent | undefined;
	readonly #sets = new Map<string, PageSet>();
	#bytes = 0;

	constructor(maxBytes: number, content: (channel: string) => ChannelContent | undefined) {
		this.#maxBytes = maxBytes;
		this.#content = content;
	}

	/** Whether `get` need not make the pages. */
	has(channel: string, root: string): boolean {
		return this.#sets.get(channel)?.root === root;
	}

	/** Returns the pages of a channel with this root. Undefined if the stored contents have other ones. */
	get(channel: string, root: string): PageSet | undefined {
		const cached = this.#sets.get(channel);
		if (cached?.root === root) {
			this.set(channel, cached);
			return cached;
		}
		const content = this.#content(channel);
		const made = content && pagesOf(content);
		if (made?.root !== root) return undefined;
		this.set(channel, made);
		return made;
	}

	set(channel: string, pages: PageSet): void {
		this.delete(channel);
		this.#sets.set(channel, pages);
		this.#bytes += pages.size;
		for (const oldest of this.#sets.keys()) {
			if (this.#bytes <= this.#maxBytes || oldest === channel) return;
			this.delete(oldest);
		}
	}

	delete(channel: string): void {
		this.#bytes -= this.#sets.get(channel)?.size ?? 0;
		this.#sets.delete(channel);
	}
}
