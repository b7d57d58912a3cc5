import { expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../source/client/client.ts';
import { VerifiedChanges } from '../../source/client/verified-changes.ts';
import { runForeign } from '../fixtures/foreign-service.ts';
import { answering, type Handler, serve } from './server.ts';

const order = (number: number, status: string) => ({
	trader_id: 'f'.repeat(40),
	order_number: number,
	assets: { first: { amount: 1, type: 'BTC' }, second: { amount: 2, type: 'MB' } },
	status,
	cancelled: status === 'cancelled',
});

/** A service with order 1, which only one method cancels; `rejection` answers the other. */
async function service(accepts: 'GET' | 'POST' | 'none', rejection: Handler, shows = true) {
	let status = 'open';
	const server = await serve((request, response) => {
		if (request.path === '/market/orders') answering(200, { orders: [order(1, status)] })(request, response);
		else if (request.method === accepts) {
			if (shows) status = 'cancelled';
			answering(200, { cancelled: true })(request, response);
		} else rejection(request, response);
	});
	const client = createClient({ url: server.url, generation: 'A' });
	onTestFinished(() => client.close());
	const sent = () => server.requests.map(({ method, path }) => `${method} ${path}`);
	return { changes: new VerifiedChanges(client, 300), sent, cancel: () => (status = 'cancelled') };
}

const page: (status: number) => Handler = (status) => (_, response) => {
	response.writeHead(status, { 'content-type': 'text/html' });
	response.end('<html><body>no</body></html>');
};
const path = '/market/orders/1/cancel';

test('cancelOrder sends one POST', async () => {
	const { changes, sent } = await service('POST', page(500));
	await changes.cancelOrder(1);
	expect(sent()).toEqual([`POST ${path}`]);
});

test.each([404, 405])(
	'cancelOrder sends GET after a POST with status %i, and reads the order again',
	async (status) => {
		const { changes, sent } = await service('GET', page(status));
		await changes.cancelOrder(1);
		expect(sent()).toEqual([`POST ${path}`, 'GET /market/orders', `GET ${path}`, 'GET /market/orders']);
	},
);

test('cancelOrder reports a GET that the service does not apply', async () => {
	const { changes } = await service('GET', page(405), false);
	await expect(changes.cancelOrder(1)).rejects.toMatchObject({ kind: 'ignored' });
});

test.each([
	['an unknown order', answering(404, { error: 'order not found' }), 'not-found'],
	['a refusal', answering(400, { error: 'only open orders can be cancelled' }), 'refused'],
	['an exception', answering(500, { error: 'oops' }), 'refused'],
	['no JSON', page(200), 'malformed'],
] as const)('cancelOrder never sends GET after %s', async (_, rejection, kind) => {
	const { changes, sent } = await service('none', rejection);
	await expect(changes.cancelOrder(1)).rejects.toMatchObject({ kind });
	expect(sent()).not.toContain(`GET ${path}`);
});

test('cancelOrder succeeds if the answer to the POST was lost but the order is cancelled', async () => {
	let cancel = () => {};
	const {
		changes,
		sent,
		cancel: cancelNow,
	} = await service('none', (_, response) => {
		cancel();
		response.destroy();
	});
	cancel = cancelNow;
	await changes.cancelOrder(1);
	expect(sent()).toEqual([`POST ${path}`, 'GET /market/orders']);
});

test('cancelOrder sends no GET for an order that is not open', async () => {
	const { changes, sent } = await service('none', page(405));
	await expect(changes.cancelOrder(2)).rejects.toMatchObject({ kind: 'refused' });
	expect(sent()).toEqual(['POST /market/orders/2/cancel', 'GET /market/orders']);
});

test.each(['doc A', '7.2'])('cancelOrder cancels an order of %s', async (name) => {
	const { client, server } = await runForeign(name);
	await client.verified.cancelOrder(1);
	expect(server.world.orders.find(({ order_number }) => order_number === 1)?.status).toBe('cancelled');
	await expect(client.verified.cancelOrder(1)).rejects.toMatchObject({ kind: 'refused' });
	await expect(client.verified.cancelOrder(99)).rejects.toMatchObject({ kind: 'not-found' });
});
