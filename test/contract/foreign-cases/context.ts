import { expect } from 'vitest';
import { type Client, createClient } from '../../../source/client/client.ts';
import type { Download } from '../../../source/protocol/resources/download.ts';
import { until } from '../../programs/until.ts';
import type { Dialect } from '../foreign/dialect.ts';
import { type ForeignServer, startForeign } from '../foreign/server.ts';
import { folders, nested, sources } from '../foreign/world/torrents.ts';
import type { World } from '../foreign/world/world.ts';

/** Context of a case: a scripted service of a dialect, just started, and a client of it. */
export interface ForeignContext {
	readonly dialect: Dialect;
	readonly server: ForeignServer;
	readonly world: World;
	readonly client: Client;
	/** Deviations of answers from the interface, as text. None may be left at the end of a case. */
	readonly deviations: readonly string[];
}

/** Runs a case on a service of its own. A deviation that the client could not repair fails the case. */
export async function withForeign(
	dialect: Dialect,
	run: (context: ForeignContext) => Promise<void>,
): Promise<void> {
	const server = await startForeign(dialect);
	const deviations: string[] = [];
	const client = clientOf(server, deviations);
	try {
		await run({ dialect, server, world: server.world, client, deviations });
		expect(deviations).toEqual([]);
		expectOneKindOfBody(server);
	} finally {
		await client.close();
		await server.close();
	}
}

export function clientOf(server: ForeignServer, deviations: string[] = []): Client {
	const { dialect } = server;
	return createClient({
		url: server.url,
		apiKey: dialect.key,
		generation: dialect.generation,
		onDeviation: (name, found) =>
			deviations.push(...found.map(({ path, problem }) => `${name}: ${path} ${problem}`)),
	});
}

/** Every sent body except a .torrent has the content type of the generation. A form contains no list of objects. */
function expectOneKindOfBody({ dialect, bodies }: ForeignServer): void {
	for (const { contentType, text } of bodies) {
		const isForm = dialect.generation === 'A' && !/^[[{]/.test(text);
		const expected = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
		if (!/^applications?\/x-bittorrent$/.test(contentType)) expect(contentType).toBe(expected);
	}
}

/** Adds a torrent, complete unless another folder is given. */
export async function added(
	{ client }: ForeignContext,
	source: keyof typeof sources = 'nested',
	destination: string = folders.complete,
): Promise<string> {
	// Defaults differ between services.
	const body = { uri: sources[source], destination, anon_hops: 0, safe_seeding: false };
	const { infohash } = await client.addDownload({ body });
	return infohash;
}

export async function downloadIn(
	{ client }: ForeignContext,
	infohash = nested.infohash,
): Promise<Download | undefined> {
	return (await client.listDownloads()).downloads.find((each) => each.infohash === infohash);
}

/** Requests the list until the download has a status. */
export async function reached(
	context: ForeignContext,
	status: string,
	infohash = nested.infohash,
): Promise<Download> {
	return until(async () => {
		const found = await downloadIn(context, infohash);
		return found?.status === status && found;
	});
}
