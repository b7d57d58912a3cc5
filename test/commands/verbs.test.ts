import { expect, test } from 'vitest';
import { endpointNames } from '../../source/protocol/endpoints/table.ts';
import { announce, hostile, serveEverything } from './answering-service.ts';
import { runHere } from './run-here.ts';
import { channelCases } from './verb-cases/channel-and-market.ts';
import { downloadCases } from './verb-cases/downloads.ts';
import { serviceCases } from './verb-cases/service.ts';

const cases = [...downloadCases, ...serviceCases, ...channelCases];
const largeId = '485715071346326385';

/** Characters that control a terminal, or are not seen. The responses contain them. Tabs separate fields. */
const obeyed = /(?![\n\t])[\p{C}\p{Default_Ignorable_Code_Point}]/u;

test.each(cases)('seedtop $line', async ({ line, own, asks, last, out, json, input = '' }) => {
	const service = await serveEverything();
	const argv = line.split(' ');
	const named = own
		? ['--state-dir', await announce(service.url)]
		: ['--generation', 'B', '--url', service.url];
	const [plain, structured] = await Promise.all([
		runHere([...argv, ...named], { input }),
		json && runHere([...named, ...argv, '--json'], { input }),
	]);
	expect(plain.err).toBe('');
	expect(plain.code).toBe(0);
	if (out) expect(plain.out).toMatch(out);
	if (!line.includes('dump')) expect(plain.out).not.toMatch(obeyed);
	if (structured && json) {
		expect(structured.err).toBe('');
		expect(structured.code).toBe(0);
		expect(structured.out).not.toMatch(obeyed);
		expect(structured.out.trim().split('\n')).toHaveLength(1);
		expect(JSON.parse(structured.out)).toMatchObject(json);
	}
	const times = json ? 2 : 1;
	// The state shows that our own service answers.
	expect(service.names.filter((name) => !own || name !== 'getState').sort()).toEqual(
		Array.from({ length: times }, () => asks)
			.flat()
			.sort(),
	);
	if (last !== undefined) {
		const request = service.requests.at(-1);
		expect(`${request?.method} ${request?.path} ${request?.body}`).toBe(last);
	}
});

test('every endpoint of the table has a command that requests it', () => {
	const reached = new Set(cases.filter(({ line }) => !line.startsWith('api')).flatMap(({ asks }) => asks));
	expect(endpointNames.filter((name) => !reached.has(name))).toEqual([]);
});

test('exact numbers and hostile text of the wire are unchanged in --json', async () => {
	const service = await serveEverything();
	const [list, raw, shown] = await Promise.all([
		runHere(['ls', '--json', '--url', service.url]),
		runHere(['api', 'GET', '/downloads', '--url', service.url]),
		runHere(['metadata', 'show', 'ab', '1', '--json', '--url', service.url]),
	]);
	expect(raw.out).toContain('"total_down":9007199254740993');
	expect(JSON.parse(list.out).downloads[0].name).toBe(hostile);
	expect(shown.out).toContain(`"id":${largeId}`);
});
