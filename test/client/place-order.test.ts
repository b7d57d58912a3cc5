import { expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../source/client/client.ts';
import { RefusedError, UnreachableError } from '../../source/client/http/errors.ts';
import { UncertainOrderError } from '../../source/client/place-order.ts';
import { closedPort } from '../../source/demo/closed-port.ts';
import { exact } from '../fixtures/exact.ts';
import { answering, type Handler, serve } from './server.ts';

const fields = {
	first_asset_amount: exact('1'),
	first_asset_type: 'MB',
	second_asset_amount: exact('2'),
	second_asset_type: 'BTC',
};

/** Places an ask at a service. Returns the error. */
async function errorOf(url: string, timeout?: number): Promise<unknown> {
	const client = createClient({ url });
	onTestFinished(() => client.close());
	return client.placeOrder('createAsk', fields, { timeout }).then(
		() => undefined,
		(error: unknown) => error,
	);
}

test.each<[string, Handler, string, number?]>([
	['sends no answer', () => {}, 'timeout', 50],
	['closes the connection', (_, response) => response.destroy(), 'unreachable'],
	[
		'ends in the middle of its answer',
		(_, response) => {
			response.writeHead(200, { 'content-length': 100 });
			response.write('{');
			setImmediate(() => response.destroy());
		},
		'unreachable',
	],
])('placeOrder reports an uncertain order if the service %s', async (_, handler, kind, timeout) => {
	const { url } = await serve(handler);
	const error = await errorOf(url, timeout);
	expect(error).toBeInstanceOf(UncertainOrderError);
	expect(error).toMatchObject({ kind });
});

test('placeOrder reports a service without a listener as unreachable', async () => {
	const error = await errorOf(`http://127.0.0.1:${await closedPort()}`);
	expect(error).toBeInstanceOf(UnreachableError);
});

test('placeOrder reports a refusal unchanged', async () => {
	const { url } = await serve(answering(400, { error: 'no' }));
	expect(await errorOf(url)).toBeInstanceOf(RefusedError);
});
