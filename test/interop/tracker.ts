import { type Tracker as Server, startTracker } from '../programs/seeder.ts';
import { until } from '../programs/until.ts';

export interface Tracker extends Server {
	/** Resolves when it lists so many seeds and leechers of a torrent. */
	untilListed(
		infohash: string,
		expected: { seeds?: number; leechers?: number },
		output: () => string,
	): Promise<void>;
}

/** A tracker on loopback that reports its peers. */
export async function startScrapedTracker(): Promise<Tracker> {
	const server = await startTracker();
	const scrape = server.url.replace('announce', 'scrape');
	const count = (answer: string, field: string) =>
		Number(new RegExp(`${field}i(\\d+)e`).exec(answer)?.[1] ?? 0);
	return {
		...server,
		untilListed: async (infohash, { seeds = 0, leechers = 0 }, output) => {
			const escaped = infohash.replace(/../g, '%$&');
			await until(
				async () => {
					const answer = await (await fetch(`${scrape}?info_hash=${escaped}`)).text();
					return count(answer, 'complete') >= seeds && count(answer, 'incomplete') >= leechers;
				},
				{ seen: output },
			);
		},
	};
}
