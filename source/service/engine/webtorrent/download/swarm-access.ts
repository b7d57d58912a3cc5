import type { Magnet } from '../../../../metainfo/magnet.ts';
import type { EngineDownload, MoreSources } from '../../port.ts';
import type { Surroundings } from '../engine-context.ts';
import { type Way, wayOf } from '../peer/proxy-route.ts';
import type { SwarmData } from './swarm.ts';
import { type Member, Membership } from './swarm-session.ts';

/** How a download gets to its swarm: the way there, and its membership once it has joined. */
export class SwarmAccess {
	#way: Way | null = null;
	#member: Membership | null = null;
	/** Sources that became known before it joined. */
	readonly #more: MoreSources[] = [];
	#limits: { readonly maxDownloadSpeed: number; readonly maxUploadSpeed: number };
	readonly #spec: EngineDownload;
	readonly #around: Surroundings;

	constructor(spec: EngineDownload, around: Surroundings) {
		this.#spec = spec;
		this.#around = around;
		const { maxDownloadSpeed, maxUploadSpeed } = spec;
		this.#limits = { maxDownloadSpeed, maxUploadSpeed };
		const { trackers = [], webSeeds = [] } = spec;
		this.#more.push({ trackers, webSeeds, peers: [] });
	}

	/** null until it has joined. */
	get member(): Membership | null {
		return this.#member;
	}

	/** Does it have hops, and is its last proxy out of reach? */
	get cutOff(): boolean {
		return this.#way?.route?.standing === false;
	}

	/** Uses more trackers, web seeds and peers, now or once it has joined. */
	addSources(sources: MoreSources): void {
		if (this.#member) this.#member.addSources(sources);
		else this.#more.push(sources);
	}

	/** Finds the way; `onChange` hears when its route begins or ceases to stand, `onError` that there is none any more. */
	async takeWay(onChange: () => void, onError: (error: unknown) => void): Promise<void> {
		this.#way = await wayOf(this.#spec.route, this.#around, {
			onChange: () => {
				if (this.#way?.route?.standing) this.#member?.recover();
				onChange();
			},
			onError,
		});
	}

	/** Joins the swarm by the way that was taken. */
	join(source: SwarmData | Magnet, member: Member): Membership {
		if (!this.#way) throw new Error('a download cannot join before its way is known');
		const { client, route } = this.#way;
		const options = { infohash: this.#spec.infohash, client, route, ...this.#limits };
		this.#member = new Membership(source, options, this.#around, member);
		for (const sources of this.#more.splice(0)) this.#member.addSources(sources);
		return this.#member;
	}

	/** Bytes per second, 0 for none. Connections stay. */
	limit(maxDownloadSpeed: number, maxUploadSpeed: number): void {
		this.#limits = { maxDownloadSpeed, maxUploadSpeed };
		this.#member?.limit(maxDownloadSpeed, maxUploadSpeed);
	}

	/** Gives the way back. The swarm has been left before. */
	async leaveWay(): Promise<void> {
		await this.#way?.leave();
	}
}
