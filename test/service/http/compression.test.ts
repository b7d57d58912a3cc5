import { get, type IncomingHttpHeaders } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { runService } from '../../fixtures/service.ts';

const service = await runService();
/** Trackers of each download, in total 7 kB. */
const trackers = Array.from({ length: 7 }, (_, n) => `http://127.0.0.1:1/${n}/${'x'.repeat(1_000)}`);
const COUNT = 12;
for (let n = 0; n < COUNT; n++) {
	const infohash = n.toString(16).padStart(40, '0');
	const uri = `magnet:?xt=urn:btih:${infohash}&${trackers.map((url) => `tr=${url}`).join('&')}`;
	await service.client().addDownload({ body: { uri } });
}

/** Requests a list of about 80 kB. */
function list(headers: Readonly<Record<string, string>>) {
	return new Promise<{ headers: IncomingHttpHeaders; bytes: Buffer }>((resolve, reject) => {
		get(
			`${service.url}/downloads`,
			{ headers: { 'x-api-key': service.key, ...headers } },
			async (response) => {
				const chunks: Buffer[] = [];
				for await (const chunk of response) chunks.push(chunk);
				resolve({ headers: response.headers, bytes: Buffer.concat(chunks) });
			},
		).on('error', reject);
	});
}

test.each(['gzip', 'br, gzip;q=0.5', 'GZIP'])(
	'a long list is compressed for a client that accepts %s',
	async (accepted) => {
		const { headers, bytes } = await list({ 'accept-encoding': accepted });
		expect([headers['content-encoding'], headers.vary]).toEqual(['gzip', 'accept-encoding']);
		expect(bytes.length).toBeLessThan(10_000);
		const { downloads } = JSON.parse(gunzipSync(bytes).toString());
		expect(downloads[0].trackers[6].url).toBe(trackers[6]);
	},
);

test.each([undefined, 'br', 'gzip;q=0', 'identity'])(
	'a long list is sent as it is to a client that accepts %s',
	async (accepted) => {
		const { headers, bytes } = await list(accepted === undefined ? {} : { 'accept-encoding': accepted });
		expect(headers['content-encoding']).toBeUndefined();
		expect(JSON.parse(bytes.toString()).downloads).toHaveLength(COUNT);
	},
);
