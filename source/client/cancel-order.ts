import { setTimeout as delay } from 'node:timers/promises';
import { decode } from '../protocol/decode.ts';
import { fillPath } from '../protocol/endpoint.ts';
import { endpoints } from '../protocol/endpoints/table.ts';
import { isOpenOrder, type Order } from '../protocol/resources/market.ts';
import { AbsentError, ClientError, DeclinedError, IgnoredError, RefusedError } from './http/errors.ts';
import { limitsOf } from './http/limits.ts';
import type { PlainClient } from './http/plain-client.ts';
import type { CallOptions } from './http/requests.ts';
import { parseAnswer, refuseError } from './http/response.ts';

/** Maximum time until a service shows the cancellation, and interval between two checks. */
const SHOWN_TIMEOUT_MS = 5_000;
const CHECK_INTERVAL_MS = 250;
const TIMEOUT_MS = 30_000;

const entry = endpoints.cancelOrder;

/**
 * Cancels an own order by POST. The interface (4.3) also has a sample with GET. GET is sent only if the service rejects
 * the method or the path of the POST, and the order is still open. Then the POST had no effect. After any other
 * failure the orders are read, because the answer may have been lost. Throws a ClientError.
 */
export async function cancelOrder(
	client: PlainClient,
	number: number,
	call: CallOptions = {},
	shownTimeout = SHOWN_TIMEOUT_MS,
): Promise<void> {
	const params = { order_number: String(number) };
	try {
		const { cancelled } = await client.cancelOrder({ params }, call);
		if (!cancelled) throw new DeclinedError();
	} catch (error) {
		if (!isRejectedPost(error)) {
			if (isUncertain(error) && isCancelled(await readOrder(client, number, call, error))) return;
			throw error;
		}
		const order = await readOrder(client, number, call, error);
		if (isCancelled(order)) return;
		if (!order || !isOpenOrder(order)) throw error;
		await cancelByGet(client, params, call);
		await untilCancelled(client, number, call, shownTimeout);
	}
}

/** Whether the service has no such method or path. */
function isRejectedPost(error: unknown): boolean {
	return error instanceof AbsentError || (error instanceof RefusedError && error.status === 405);
}

/** Whether the service may have cancelled the order although the request failed. */
function isUncertain(error: unknown): boolean {
	if (error instanceof RefusedError) return error.status >= 500;
	return error instanceof ClientError && ['unreachable', 'timeout', 'malformed'].includes(error.kind);
}

const isCancelled = (order: Order | undefined): boolean =>
	order !== undefined && (order.cancelled === true || order.status === 'cancelled');

/** Reads an own order. If that fails too, throws `before`, the error that led here. */
async function readOrder(
	client: PlainClient,
	number: number,
	call: CallOptions,
	before: unknown,
): Promise<Order | undefined> {
	try {
		const { orders } = await client.listOrders({}, call);
		return orders.find(({ order_number }) => order_number === number);
	} catch {
		throw before;
	}
}

async function cancelByGet(
	client: PlainClient,
	params: Readonly<Record<string, string>>,
	call: CallOptions,
): Promise<void> {
	const path = fillPath(entry.path, params);
	const limits = limitsOf('cancelOrder', entry);
	const body = await client.http.open({
		method: 'GET',
		path,
		shownPath: entry.path,
		accept: 'application/json',
		timeout: call.timeout ?? TIMEOUT_MS,
		deadline: call.deadline ?? limits.deadline,
		limit: call.limit ?? limits.bytes,
		signal: call.signal,
	});
	const what = `GET ${path}`;
	const answer = parseAnswer(what, await body.bytes());
	refuseError(what, answer);
	if (!decode(entry.response, answer).value.cancelled) throw new DeclinedError();
}

async function untilCancelled(
	client: PlainClient,
	number: number,
	call: CallOptions,
	shownTimeout: number,
): Promise<void> {
	const deadline = Date.now() + shownTimeout;
	for (;;) {
		const { orders } = await client.listOrders({}, call);
		if (isCancelled(orders.find(({ order_number }) => order_number === number))) return;
		if (Date.now() >= deadline) throw new IgnoredError(client.url, `Order ${number}`);
		await delay(CHECK_INTERVAL_MS);
	}
}
