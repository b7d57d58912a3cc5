import { beforeAll, describe, expect, test } from 'vitest';
import { addressGroup, UNKNOWN_ADDRESS } from '../../../source/service/connections/address-group.ts';
import { tooManyKeys } from '../../../source/service/http/authentication.ts';
import { attemptsText, FailedKeys, failedKeyLimits } from '../../../source/service/http/failed-keys.ts';
import { runService, type TestService } from '../../fixtures/service.ts';
import { ANY, containing, exactly, NUMBER } from '../../programs/message-pattern.ts';

describe('the service', () => {
	let service: TestService;

	beforeAll(async () => {
		service = await runService();
	});

	const wrong = 'wrong-key-4711';
	const ask = (path: string, headers: Record<string, string> = {}) =>
		fetch(`${service.url}${path}`, { headers });

	test('limits wrong keys in every place for a key, and accepts the right one at once', async () => {
		const ways: (() => Promise<Response>)[] = [
			() => ask('/downloads', { 'x-api-key': wrong }),
			() => ask(`/downloads?apikey=${wrong}`),
			() => ask(`/state?key=${wrong}`),
			() => ask('/state', { cookie: `theme=dark; api_key=${wrong}` }),
			() => ask('/events', { 'x-api-key': wrong }),
		];
		const statuses: number[] = [];
		for (let round = 0; round < 40; round++) {
			for (const way of ways) {
				const answer = await way();
				statuses.push(answer.status);
				const { error } = (await answer.json()) as { error: { code: string } };
				if (answer.status === 429) {
					expect(error).toEqual({
						handled: true,
						code: 'TooManyFailedKeysError',
						message: expect.stringMatching(exactly(tooManyKeys(NUMBER))),
					});
					expect(answer.headers.get('retry-after')).toMatch(/^[1-6]$/);
				} else expect(error.code).toBe('UnauthorizedError');
			}
		}
		expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 401));
		// One more is allowed every 6 s.
		expect(statuses.filter((status) => status === 401).length).toBeLessThan(40);
		expect(new Set(statuses)).toEqual(new Set([401, 429]));

		expect((await ask('/state', { 'x-api-key': service.key })).status).toBe(200);
		expect((await ask(`/state?key=${wrong}`, { 'x-api-key': service.key })).status).toBe(200);
		// Clients probe without a key whether one is required.
		expect((await ask('/state')).status).toBe(401);
		expect((await ask('/no-such-path?key=x')).status).toBe(429);
	});

	test('summarizes wrong keys in the log, with the address and without the key', async () => {
		expect(service.output()).toContain(`WARNING ${attemptsText(1, '127.0.0.1')}`);
		await service.end();
		const attempts = containing(attemptsText(NUMBER, ANY), attemptsText(1, ANY));
		const lines = service
			.output()
			.split('\n')
			.filter((line) => attempts.test(line));
		expect(lines.at(-1)).toMatch(containing(attemptsText(NUMBER, '127.0.0.1'), attemptsText(1, '127.0.0.1')));
		expect(lines.length).toBeLessThan(10);
		const times = lines.map((line) => Number(attempts.exec(line)?.[1] ?? 1));
		expect(times.reduce((sum, count) => sum + count)).toBe(201);
		expect(service.output()).not.toContain(wrong);
	});
});

test('FailedKeys counts addresses beyond the limit together, with few log lines', () => {
	const lines: string[] = [];
	const failed = new FailedKeys((_, message) => lines.push(message), { ...failedKeyLimits, addresses: 20 });
	for (let host = 0; host < 5_000; host++) failed.count(`10.0.${host >> 8}.${host & 255}`);
	expect(lines).toHaveLength(failedKeyLimits.lines);
	expect(failed.count('192.0.2.1')).toBeGreaterThan(0);
	expect(failed.count('10.0.0.1')).toBe(0);
	failed.close();
	expect(lines).toHaveLength(2 * failedKeyLimits.lines);
	expect(lines[failedKeyLimits.lines]).toBe('A wrong API key was sent 4981 times from other addresses.');
	expect(lines.at(-1)).toBe('A wrong API key was sent 3 times from 3 more addresses.');
});

test('FailedKeys accepts another attempt of an address after some time', async () => {
	const failed = new FailedKeys(() => {}, { ...failedKeyLimits, burst: 2, interval: 50 });
	expect([1, 2, 3].map(() => failed.count('192.0.2.1') > 0)).toEqual([false, false, true]);
	expect(failed.count('192.0.2.2')).toBe(0);
	await expect.poll(() => failed.count('192.0.2.1')).toBe(0);
});

test.each([
	['192.0.2.1', '192.0.2.1'],
	['::ffff:192.0.2.1', '192.0.2.1'],
	['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
	['2001:0DB8:1:2:ffff::', '2001:db8:1:2::/64'],
	['2001:db8::1', '2001:db8:0:0::/64'],
	['2001:db8::5:6:7:8', '2001:db8:0:0::/64'],
	['1:2::4:5:6:7:8', '1:2:0:4::/64'],
	['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
	['::1', '0:0:0:0::/64'],
	['fe80::1%eth0', 'fe80:0:0:0::/64'],
	['', UNKNOWN_ADDRESS],
	['x\u001b[31m', UNKNOWN_ADDRESS],
])('addressGroup of %j is %s', (ip, group) => expect(addressGroup(ip)).toBe(group));
