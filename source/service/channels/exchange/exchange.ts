import { BoundedMap } from '../../../basics/bounded-map.ts';
import type { Verdict } from '../../../basics/verdict.ts';
import { reasonOf } from '../../http/http-error.ts';
import type { LogLevel } from '../../log/log.ts';
import { decodeEnvelope } from '../../overlay/envelope.ts';
import { Offenses } from '../../overlay/offenses.ts';
import type { Overlay, OverlayMessage, OverlayTopic } from '../../overlay/overlay.ts';
import type { ChannelSearches } from '../channel-search.ts';
import type { ChannelRegistry } from '../channels.ts';
import { type Clock, guardedClock } from './clock.ts';
import { ExchangePeer } from './exchange-peer.ts';
import { Fetches } from './fetches.ts';
import { CHANNELS_TOPIC, headOf, isNewer, type Signature, type SignedHead } from './head.ts';
import { HeadRequests } from './head-requests.ts';
import { Introductions } from './introductions.ts';
import { KnownHeads } from './known-heads.ts';
import { type ExchangeLimits, exchangeLimits, MAX_KNOWN_PEERS } from './limits.ts';
import { decodeBody, type ExchangeMessage, messageBody, type Offer, pageBody } from './messages.ts';
import { OwnHead } from './own-head.ts';
import { PageCache } from './page-cache.ts';
import { contentOf, hashOf } from './pages.ts';
import { Searches } from './searches.ts';
import { ServedChannels } from './served-channels.ts';

export const exchangeText = {
	lied: (id: string) =>
		`Channels: the contents of ${id} are not those that it signed. It is ignored for a while.`,
	notStored: (id: string, reason: string) => `Channels: cannot store the channel of ${id}: ${reason}.`,
	failed: (reason: string) => `Channels: a task failed: ${reason}. It is tried again.`,
	notPublished: (reason: string) => `Channels: your channel is not published. ${reason}`,
} as const;

interface ChannelExchangeOptions {
	readonly registry: ChannelRegistry;
	/** Undefined if this service does not search. */
	readonly searches?: ChannelSearches | undefined;
	readonly overlay: Pick<Overlay, 'join' | 'leave' | 'publish' | 'send' | 'isBlocked' | 'networkOf'>;
	readonly clock: Clock;
	readonly log: (level: LogLevel, message: string) => void;
	/** Called after each publication of the own channel. */
	readonly published?: ((head: SignedHead) => void) | undefined;
	readonly limits?: Partial<ExchangeLimits>;
}

/** Exchanges the own channel and those of other services with the connected services. */
export class ChannelExchange implements OverlayTopic {
	readonly #options: ChannelExchangeOptions;
	readonly #limits: ExchangeLimits;
	readonly #heads: KnownHeads;
	readonly #own: OwnHead;
	readonly #pages: PageCache;
	readonly #fetches: Fetches;
	readonly #searches: Searches;
	readonly #requests: HeadRequests;
	readonly #served: ServedChannels;
	/** Authors whose channels lied. They are ignored for a growing time. */
	readonly #liars: Offenses;
	readonly #introductions: Introductions;
	/** Also those that are not connected. */
	readonly #remembered = new BoundedMap<ExchangePeer>(MAX_KNOWN_PEERS);
	readonly #connected = new Map<string, ExchangePeer>();
	#cancelTimers: readonly (() => void)[] = [];
	#isClosed = false;

	constructor(options: ChannelExchangeOptions) {
		const { registry, overlay, log, published } = options;
		const limits = { ...exchangeLimits, ...options.limits };
		const clock = guardedClock(options.clock, (error) => log('error', exchangeText.failed(reasonOf(error))));
		this.#options = { ...options, clock };
		this.#limits = limits;
		this.#heads = new KnownHeads(registry);
		const { distrustMs: blockMs, maxDistrustMs: maxBlockMs } = limits;
		this.#liars = new Offenses({ offenses: 1, forgiveMs: maxBlockMs, blockMs, maxBlockMs });
		this.#introductions = new Introductions(limits);
		this.#pages = new PageCache(limits.cachedBytes, (channel) => registry.content(channel));
		this.#own = new OwnHead({
			registry,
			overlay,
			pages: this.#pages,
			clock,
			limits,
			published: (head) => published?.(head),
			failed: (text) => log('warning', exchangeText.notPublished(text)),
		});
		this.#fetches = new Fetches({
			clock,
			limits,
			known: (channel) => this.#knownPages(channel),
			completed: (head, contents) => this.#completed(head, contents),
			lied: ({ channel }) => this.#lied(channel),
			abandoned: ({ channel }) => this.#forgetUnknown(channel),
		});
		this.#requests = new HeadRequests({
			peers: () => this.#connected.values(),
			newest: (channel) => this.#newest(channel),
			isRefused: (channel) => this.#isRefused(channel),
			isAllowed: (channel, peer) =>
				this.#heads.has(channel) || this.#introductions.mayIntroduce(this.#sourceOf(peer), clock.now()),
			accept: (head, via) => this.#accept(head, via),
			clock,
			limits,
		});
		this.#served = new ServedChannels({
			registry,
			own: this.#own,
			heads: this.#heads,
			pages: this.#pages,
			sendPage: (peer, page) => this.#send(peer, pageBody(page)),
			clock,
			limits,
		});
		this.#searches = new Searches({
			registry,
			searches: options.searches,
			peers: () => this.#connected.values(),
			clock,
			limits,
		});
	}

	/** Joins the overlay, and publishes the own channel. */
	start(): void {
		const { overlay, clock } = this.#options;
		this.#heads.load(clock.now());
		overlay.join(CHANNELS_TOPIC, this);
		this.#own.start();
		this.#cancelTimers = [
			this.#repeat(this.#limits.announceMs, () => {
				for (const peer of this.#connected.values()) this.#served.list(peer);
			}),
			this.#repeat(this.#limits.checkMs, () => {
				this.#own.renew();
				for (const channel of this.#heads.removeExpired(clock.now())) this.#forget(channel);
			}),
		];
	}

	close(): void {
		this.#isClosed = true;
		this.#options.overlay.leave(CHANNELS_TOPIC);
		for (const cancel of this.#cancelTimers) cancel();
		for (const peer of this.#connected.values()) peer.reset();
		this.#own.close();
		this.#fetches.close();
	}

	/** Versions of the known channels of other services, by id. */
	get versions(): ReadonlyMap<string, { readonly version: number }> {
		return this.#heads.all;
	}

	/** Requests a version of a channel that was seen elsewhere. */
	seek(channel: string, version: number): void {
		if ((this.#newest(channel)?.version ?? 0) < version) this.#requests.seek(channel);
	}

	connected(id: string): void {
		if (this.#isClosed) return;
		const { clock } = this.#options;
		const send = (message: ExchangeMessage) => this.#send(id, messageBody(message));
		const peer = this.#remembered.get(id) ?? new ExchangePeer(id, send, this.#limits, clock.now());
		this.#remembered.set(id, peer);
		peer.reset();
		this.#connected.set(id, peer);
		this.#served.list(peer);
	}

	disconnected(id: string): void {
		this.#connected.get(id)?.reset();
		this.#connected.delete(id);
		this.#fetches.removeSource(id);
	}

	published({ envelope, via }: OverlayMessage): Verdict {
		const decoded = decodeEnvelope(envelope);
		const head = decoded && headOf(decoded);
		return head ? this.#accept(head, via) : 'reject';
	}

	received({ from, body }: OverlayMessage): Verdict {
		const peer = this.#connected.get(from);
		if (!peer) return 'ignore';
		const message = decodeBody(body);
		if (!message) return 'reject';
		if (message instanceof Uint8Array) return this.#receivedPage(peer, message);
		switch (message.kind) {
			case 'channels':
				return this.#receivedOffers(peer, message.channels);
			case 'want':
				this.#served.sendHeads(peer, message.channels, (heads) => ({ kind: 'heads', heads }));
				return 'accept';
			case 'heads':
				return this.#requests.answered(peer, message.heads);
			case 'get':
				this.#served.sendPages(peer, message.channel, message.pages);
				return 'accept';
			case 'missing':
				peer.offers.delete(message.channel);
				this.#fetches.removeSource(peer.id, message.channel);
				return 'accept';
			case 'search': {
				const { id, words } = message;
				const channels = this.#searches.answer(peer, words);
				this.#served.sendHeads(peer, channels, (heads) => ({ kind: 'found', id, heads }));
				return 'accept';
			}
			case 'found': {
				const count = this.#searches.accept(peer.id, message.id, message.heads.length);
				return this.#requests.read(peer, message.heads.slice(0, count), () => true);
			}
		}
	}

	#receivedPage(peer: ExchangePeer, page: Uint8Array): Verdict {
		const hash = hashOf(page);
		if (!peer.pages.wasRequested(hash)) return 'reject';
		this.#fetches.received(peer.id, hash, page);
		return 'accept';
	}

	#receivedOffers(peer: ExchangePeer, offers: readonly Offer[]): Verdict {
		const now = this.#options.clock.now();
		if (peer.isIgnored(now)) return 'ignore';
		for (const offer of offers) {
			peer.offers.set(offer.id, offer);
			const target = this.#fetches.target(offer.id);
			if (target?.version === offer.version) this.#fetches.addSource(offer.id, peer.pages);
		}
		this.#requests.offered(peer, offers);
		return 'accept';
	}

	/** Handles an authentic head. */
	#accept(head: SignedHead, via: string): Verdict {
		const { channel } = head;
		const { registry, clock } = this.#options;
		if (this.#isRefused(channel)) return 'ignore';
		const known = this.#heads.get(channel);
		const target = this.#fetches.target(channel);
		for (const other of [known, target]) {
			if (other?.version !== head.version || other.index === head.index) continue;
			// Two contents of one version.
			this.#lied(channel);
			return 'ignore';
		}
		const newest = target ?? known;
		if (newest && !isNewer(head, newest, this.#limits.minRenewMs)) {
			if (target?.version === head.version) this.#addSources(head, via);
			return 'ignore';
		}
		if (known?.version === head.version) {
			this.#store(channel, () => registry.renew(channel, head.envelope));
			this.#heads.set(head);
			return 'accept';
		}
		// Counted only if it is fetched: others must not use up the limits of an honest source.
		if (!known && !target && !this.#fetches.hasRoom) return 'ignore';
		const isCounted = !known || this.#introductions.has(channel);
		if (isCounted && !this.#introductions.admit(head, this.#sourceOf(via), clock.now())) return 'ignore';
		this.#fetches.add(head);
		this.#addSources(head, via);
		return 'accept';
	}

	/** Adds the peers that may have the contents of a head. */
	#addSources({ channel, version }: SignedHead, via: string): void {
		for (const peer of this.#connected.values()) {
			const mayHave = peer.id === via || peer.id === channel || peer.offers.get(channel)?.version === version;
			if (mayHave) this.#fetches.addSource(channel, peer.pages);
		}
	}

	#completed(head: SignedHead, contents: readonly Uint8Array[]): void {
		const { channel, version, sentMs } = head;
		const { registry } = this.#options;
		const result = contentOf(head, contents);
		if (!result) {
			this.#lied(channel);
			return;
		}
		const { content, pages } = result;
		const sourceOf = (id: string) => this.#introductions.sourceOf(id);
		if (!this.#store(channel, () => registry.replace(channel, content, head.envelope, sourceOf))) {
			this.#forgetUnknown(channel);
			return;
		}
		this.#heads.set(head);
		this.#pages.set(channel, pages);
		const summaries = registry.list();
		const summary = summaries.find(({ id }) => id === channel);
		for (const dropped of this.#heads.removeOthers(summaries)) this.#forget(dropped);
		this.#served.announce(this.#connected.values(), { id: channel, version, sentMs });
		if (summary) this.#searches.stored(summary, content);
	}

	/** Changes the registry. Returns false if that failed, e.g. because the disk is full. */
	#store(channel: string, change: () => void): boolean {
		try {
			change();
			return true;
		} catch (error) {
			this.#options.log('warning', exchangeText.notStored(channel, reasonOf(error)));
			return false;
		}
	}

	#lied(channel: string): void {
		const { clock, log } = this.#options;
		this.#liars.block(channel, clock.now());
		this.#fetches.cancel(channel);
		this.#forgetUnknown(channel);
		log('warning', exchangeText.lied(channel));
	}

	/** Forgets a channel that was not stored. */
	#forgetUnknown(channel: string): void {
		if (!this.#heads.has(channel)) this.#introductions.remove(channel);
	}

	/** Forgets a channel that is not stored any more. */
	#forget(channel: string): void {
		this.#introductions.remove(channel);
		this.#pages.delete(channel);
	}

	#knownPages(channel: string): ReadonlyMap<string, Uint8Array> {
		const known = this.#heads.get(channel);
		return (known && this.#pages.get(channel, known.index)?.pages) ?? new Map();
	}

	#send(peer: string, body: Uint8Array): void {
		this.#options.overlay.send(peer, CHANNELS_TOPIC, body);
	}

	#isRefused(channel: string): boolean {
		const { registry, overlay, clock } = this.#options;
		return (
			channel === registry.ownId || overlay.isBlocked(channel) || this.#liars.isBlocked(channel, clock.now())
		);
	}

	/** Returns the head that is known or being fetched. */
	#newest(channel: string): Signature | undefined {
		return this.#fetches.target(channel) ?? this.#heads.get(channel);
	}

	/** Returns the source of a peer's channels: its network, or the peer itself on loopback. */
	#sourceOf(peer: string): string {
		return this.#options.overlay.networkOf(peer) ?? peer;
	}

	#repeat(intervalMs: number, action: () => void): () => void {
		const { clock } = this.#options;
		let cancel = () => {};
		const next = () => {
			cancel = clock.after(intervalMs, () => {
				next();
				action();
			});
		};
		next();
		return () => cancel();
	}
}
