import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { fetchFeedText } from '../../../source/service/feeds/fetching/fetch-feed.ts';
import { feedLimits } from '../../../source/service/feeds/limits.ts';
import { feedParserText } from '../../../source/service/feeds/parsing/feed-parser.ts';
import { runServiceProcess } from '../../fixtures/service.ts';
import { peakMemory } from '../../programs/memory.ts';
import { ANY, exactly } from '../../programs/message-pattern.ts';
import { until } from '../../programs/until.ts';
import { httpServer } from '../http-client/servers.ts';
import { magnetItem, rss } from './feed-fixture.ts';

/** Maximum growth of the service, MiB. Each of the feeds is larger, or would become larger. */
const MAX_GROWTH_MIB = 160;

const head = '<rss><channel><title>Feed</title>';
const entities = Array.from({ length: 30 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join(
	'',
);
const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '));

/** Sends a part repeatedly, as fast as it is read, up to a number of bytes. */
function send(answer: ServerResponse, begin: string, part: (index: number) => string, bytes: number): void {
	let [sent, index] = [0, 0];
	const write = () => {
		while (!answer.destroyed && sent < bytes) {
			const text = part(index++);
			sent += text.length;
			if (!answer.write(text)) return;
		}
		answer.end();
	};
	answer.on('drain', write).write(begin);
	write();
}

const filler = 'x'.repeat(20_000);

/** Feeds by path, with the error that each shows. Empty for those that are read. */
const hostile: Readonly<
	Record<string, readonly [(answer: ServerResponse, request: IncomingMessage) => void, RegExp | string]>
> = {
	large: [
		(answer) =>
			send(
				answer,
				head,
				(index) => `<item><guid>${index}</guid><description>${filler}</description></item>`,
				50_000_000,
			),
		fetchFeedText.tooLong,
	],
	many: [
		(answer) =>
			send(
				answer,
				head,
				(index) => `<item><title>${'many '.repeat(99)}</title><guid>${index}</guid></item>`,
				50_000_000,
			),
		'',
	],
	bomb: [
		(answer) => {
			answer.writeHead(200, { 'content-encoding': 'gzip' });
			answer.end(Buffer.concat(Array.from({ length: 16 }, () => bomb)));
		},
		fetchFeedText.tooLong,
	],
	laughs: [
		(answer) =>
			answer.end(
				`<!DOCTYPE x [<!ENTITY l0 "lol">${entities}]>${head}<item><title>&l30;</title><guid>1</guid></item></channel></rss>`,
			),
		'',
	],
	external: [
		(answer) =>
			answer.end(
				`<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>${head}<item><title>&f;</title><guid>1</guid></item></channel></rss>`,
			),
		'',
	],
	nested: [(answer) => answer.end(`${head}<item>${'<a>'.repeat(200_000)}`), feedParserText.tooDeep],
	attributes: [
		(answer) => send(answer, `${head}<item `, (index) => `a${index}="x" `, 12_000_000),
		feedParserText.manyAttributes,
	],
	file: [(answer) => answer.writeHead(302, { location: 'file:///etc/passwd' }).end(), /file:/],
	gone: [(answer) => answer.writeHead(410).end(), fetchFeedText.gone],
	busy: [
		(answer) => answer.writeHead(429, { 'retry-after': '3600' }).end(),
		exactly(fetchFeedText.status(429, ANY)),
	],
	page: [(answer) => answer.end('<!doctype html><html></html>'), feedParserText.notFeed],
};

test('hostile feeds take little memory, show their errors, and do not stop another feed', async () => {
	const url = await httpServer((request, answer) => {
		const [serve] = hostile[(request.url ?? '').slice(1)] ?? [];
		if (serve) serve(answer, request);
		else answer.end(rss(magnetItem(1)));
	});
	const service = await runServiceProcess();
	const client = service.client();
	const { identifier: channelid = '' } = await client.createMyChannel({ body: { name: 'Own' } });
	const add = (name: string) => client.addFeed({ params: { channelid, feed_url: `${url}/${name}` } });
	const checked = async () => {
		const { rssfeeds } = await client.listFeeds({ params: { channelid } });
		return rssfeeds.every((feed) => feed.last_check !== undefined) && rssfeeds;
	};
	await add('good');
	await until(checked);
	const before = await peakMemory(service.child.pid ?? 0);
	for (const name of Object.keys(hostile)) await add(name);
	const feeds = await until(checked);
	const errors = feeds.map(({ url: each, error }) => [each.slice(url.length + 1), error]);
	expect(errors).toEqual([
		['good', ''],
		...Object.entries(hostile).map(([name, [, error]]) => [
			name,
			typeof error === 'string' ? error : expect.stringMatching(error),
		]),
	]);
	const items = (name: string) => client.listFeedItems({ params: { channelid, feed_url: `${url}/${name}` } });
	expect((await items('many')).items).toHaveLength(feedLimits.maxItems);
	expect((await items('laughs')).items).toMatchObject([{ title: '&l30;' }]);
	expect((await items('external')).items).toMatchObject([{ title: '&f;' }]);
	const busy = feeds.find((feed) => feed.url === `${url}/busy`);
	expect(busy?.next_check).toBeGreaterThan(Date.now() / 1000 + 3500);
	expect((await peakMemory(service.child.pid ?? 0)) - before).toBeLessThan(MAX_GROWTH_MIB);
	expect(service.output()).not.toContain('failed:');
});
