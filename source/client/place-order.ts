import type { EndpointAnswer, EndpointRequest } from '../protocol/endpoints/table.ts';
import { ClientError, TimeoutError, UnreachableError } from './http/errors.ts';
import type { PlainClient } from './http/plain-client.ts';
import type { CallOptions } from './http/requests.ts';

type OrderEndpoint = 'createAsk' | 'createBid';
type OrderFields = EndpointRequest<OrderEndpoint>['body'];

/** The service may have created an order, but its answer was lost. */
export class UncertainOrderError extends ClientError {
	readonly kind: 'timeout' | 'unreachable';
	readonly hint = 'The order may be placed. Check your orders before you place it again.';
	constructor(cause: TimeoutError | UnreachableError) {
		super(cause.message, { cause });
		this.kind = cause.kind;
	}
}

/**
 * Creates an order. Throws an UncertainOrderError if the request may have arrived without an answer, because a
 * repetition can place the order twice. Throws another ClientError if there is no order.
 */
export async function placeOrder(
	client: PlainClient,
	endpoint: OrderEndpoint,
	body: OrderFields,
	call: CallOptions = {},
): Promise<EndpointAnswer<OrderEndpoint>> {
	try {
		return await client[endpoint]({ body }, call);
	} catch (error) {
		const isLost = error instanceof TimeoutError || (error instanceof UnreachableError && error.wasConnected);
		throw isLost ? new UncertainOrderError(error) : error;
	}
}
