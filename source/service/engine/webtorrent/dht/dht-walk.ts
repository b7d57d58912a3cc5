import type { Dht, DhtNode, DhtQuery } from 'webtorrent';
import { isFields } from '../../../../basics/fields.ts';

/** A response of a node, with values of any type. Strings are buffers. */
interface DhtResponse {
	readonly node: DhtNode;
	readonly values: Readonly<Record<string, unknown>>;
}

/**
 * Asks the nodes closest to a target, and calls `onResponse` for each response. Resolves when all have responded, or
 * after `timeoutMs`.
 */
export function walk(
	dht: Dht,
	target: Buffer,
	query: DhtQuery,
	timeoutMs: number,
	onResponse: (response: DhtResponse) => void,
): Promise<void> {
	return new Promise((resolve) => {
		let isEnded = false;
		const end = (): void => {
			isEnded = true;
			clearTimeout(timer);
			resolve();
		};
		const timer = setTimeout(end, timeoutMs).unref();
		dht._closest(
			target,
			query,
			({ r }, node) => {
				// A query of a cancelled walk may still be answered.
				if (isEnded) return false;
				if (isFields(r)) onResponse({ node: addressOf(node), values: r });
				return true;
			},
			end,
		);
	});
}

function addressOf(node: {
	readonly host?: string;
	readonly address?: string;
	readonly port: number;
}): DhtNode {
	return { host: node.host ?? node.address ?? '', port: node.port };
}
