import { randomBytes } from 'node:crypto';
import type { ChannelContent } from '../../../../source/service/channels/channel-registry.ts';
import { CHANNELS_TOPIC, headBody } from '../../../../source/service/channels/exchange/head.ts';
import {
	decodeBody,
	type ExchangeMessage,
	messageBody,
	pageBody,
} from '../../../../source/service/channels/exchange/messages.ts';
import { type PageSet, pagesOf } from '../../../../source/service/channels/exchange/pages.ts';
import { encodeEnvelope } from '../../../../source/service/overlay/envelope.ts';
import type { Identity } from '../../../../source/service/overlay/keys.ts';
import type { OverlayMessage } from '../../../../source/service/overlay/overlay.ts';
import { emptyChannel } from './memory-registry.ts';
import { SimulatedOverlay, type Simulation } from './simulation.ts';

const DAY_MS = 24 * 3_600_000;

/** A service with an identity of its own, under the control of a test. It breaks the rules of the exchange. */
export class Liar {
	readonly overlay: SimulatedOverlay;
	readonly #simulation: Simulation;
	/** Answers a request for pages. */
	answerPages: (to: string, hashes: readonly string[]) => void = () => {};
	/** Messages that it received, with their senders. */
	readonly received: { readonly from: string; readonly message: ExchangeMessage }[] = [];
	/** Envelopes of others that it may repeat. */
	readonly envelopes: Uint8Array[] = [];

	constructor(simulation: Simulation) {
		this.#simulation = simulation;
		this.overlay = new SimulatedOverlay(simulation);
		this.overlay.join(CHANNELS_TOPIC, {
			published: ({ envelope }) => {
				this.envelopes.push(envelope);
				return 'ignore';
			},
			received: (message) => this.#receive(message),
		});
	}

	get id(): string {
		return this.overlay.id;
	}

	send(to: string, message: ExchangeMessage): void {
		this.overlay.send(to, CHANNELS_TOPIC, messageBody(message));
	}

	sendPage(to: string, page: Uint8Array): void {
		this.overlay.send(to, CHANNELS_TOPIC, pageBody(page));
	}

	/** Returns a signed head of a content, with pages that need not be its own. */
	head(content: Partial<ChannelContent>, pages: PageSet, identity: Identity = this.overlay.identity): Buffer {
		const sentMs = this.#simulation.now();
		return encodeEnvelope(identity, {
			recipient: undefined,
			topic: CHANNELS_TOPIC,
			sentMs,
			expiresMs: sentMs + DAY_MS,
			body: headBody({ ...emptyChannel, version: 1, ...content }, pages),
		});
	}

	/** Publishes a channel whose pages are those of another content, and delivers them. */
	publish(content: Partial<ChannelContent>, pages = pagesOf({ ...emptyChannel, ...content })): void {
		this.answerPages = (to, hashes) => {
			for (const hash of hashes) {
				const page = pages.pages.get(hash);
				if (page) this.sendPage(to, page);
			}
		};
		this.overlay.gossip(this.head(content, pages), []);
	}

	/** Answers each requested page with bytes that nobody requested. */
	deliverGarbage(): void {
		this.answerPages = (to, hashes) => {
			for (const _ of hashes) this.sendPage(to, randomBytes(100));
		};
	}

	#receive({ from, body }: OverlayMessage): 'ignore' {
		const message = decodeBody(body);
		if (!message || message instanceof Uint8Array) return 'ignore';
		this.received.push({ from, message });
		if (message.kind === 'get') this.answerPages(from, message.pages);
		return 'ignore';
	}
}
