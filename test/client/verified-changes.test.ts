import { describe, expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../source/client/client.ts';
import { HOPS_TIMEOUT_MS, VerifiedChanges } from '../../source/client/verified-changes.ts';
import { nested } from '../contract/foreign/world/torrents.ts';
import { serve } from './server.ts';
import { testVerifiedChanges } from './verified-changes-cases.ts';

testVerifiedChanges(['7.14', '8.1', '8.4', 'doc A']);

describe('a change of hops without a response', () => {
	const unanswered = async () => {
		const server = await serve(() => {});
		const client = createClient({ url: server.url });
		onTestFinished(() => client.close());
		return new VerifiedChanges(client, 300, 250);
	};

	test('ends after its own timeout instead of that of all requests', async () => {
		await expect((await unanswered()).changeHops(nested.infohash, 1)).rejects.toMatchObject({
			kind: 'timeout',
			message: expect.stringContaining('no answer within 0.25 s'),
		});
		// A first use of hops takes services in the field up to 32 s.
		expect(HOPS_TIMEOUT_MS).toBe(60_000);
	});

	test('ends after the timeout of the call, if given', async () => {
		await expect((await unanswered()).changeHops(nested.infohash, 1, { timeout: 100 })).rejects.toMatchObject(
			{ message: expect.stringContaining('no answer within 0.1 s') },
		);
	});
});
