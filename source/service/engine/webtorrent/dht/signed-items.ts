import type { Dht, DhtNode } from 'webtorrent';
import { isFields } from '../../../../basics/fields.ts';
import { dhtTarget, isValidItem } from '../../dht-item.ts';
import { type DhtItem, dhtText } from '../../dht-port.ts';
import { walk } from './dht-walk.ts';

/** Time to find the nodes of an item. */
const WALK_TIMEOUT_MS = 20_000;
/** Number of nodes that store an item (BEP 5). */
const STORING_NODES = 8;
const ID_BYTES = 20;
const MAX_TOKEN_BYTES = 100;
/** Code of a node that has this item, or a newer one (BEP 44). */
const OLD_SEQUENCE = 302;

/** A node that accepts items from us. */
interface StoringNode extends DhtNode {
	readonly id: Buffer;
	readonly token: Buffer;
	/** The valid item that it has for the target. */
	readonly item: DhtItem | undefined;
}

interface Found {
	readonly nodes: readonly StoringNode[];
	/** Valid items of the responses. */
	readonly items: readonly DhtItem[];
	/** Number of responses. */
	readonly responses: number;
}

/** Stores an item at the closest nodes. Returns how many of them have it then. */
export async function putItem(dht: Dht, item: DhtItem): Promise<number> {
	if (!isValidItem(item)) throw new Error(dhtText.invalidItem);
	const target = dhtTarget(item.key, item.salt);
	const { nodes, responses } = await find(dht, item.key, item.salt);
	if (responses === 0) throw new Error(dhtText.noResponse);
	const closest = [...nodes]
		.sort((a, b) => Buffer.compare(distance(a.id, target), distance(b.id, target)))
		.slice(0, STORING_NODES);
	const stored = await Promise.all(closest.map((node) => store(dht, node, item)));
	return stored.filter((isStored) => isStored).length;
}

/** Returns the newest valid item of a key and a salt; null if no node has one. */
export async function getItem(dht: Dht, key: Uint8Array, salt: Uint8Array): Promise<DhtItem | null> {
	const { items, responses } = await find(dht, key, salt);
	const own = readItem(dht._values.get(dhtTarget(key, salt).toString('hex')), key, salt);
	const all = own ? [own, ...items] : items;
	const [first, ...others] = all;
	if (!first && responses === 0) throw new Error(dhtText.noResponse);
	return first
		? others.reduce((newest, item) => (item.sequence > newest.sequence ? item : newest), first)
		: null;
}

async function find(dht: Dht, key: Uint8Array, salt: Uint8Array): Promise<Found> {
	const target = dhtTarget(key, salt);
	const nodes: StoringNode[] = [];
	const items: DhtItem[] = [];
	let responses = 0;
	const query = { q: 'get', a: { id: dht._rpc.id, target } } as const;
	await walk(dht, target, query, WALK_TIMEOUT_MS, ({ node, values }) => {
		responses++;
		const item = readItem(values, key, salt);
		if (item) items.push(item);
		const { id, token } = values;
		if (Buffer.isBuffer(id) && id.length === ID_BYTES && isToken(token))
			nodes.push({ ...node, id, token, item });
	});
	return { nodes, items, responses };
}

/** Sends an item to a node. Resolves with whether the node has it. */
function store(dht: Dht, node: StoringNode, item: DhtItem): Promise<boolean> {
	const { key, salt, sequence, value, signature } = item;
	const query = {
		q: 'put',
		a: {
			id: dht._rpc.id,
			token: node.token,
			k: Buffer.from(key),
			...(salt.length === 0 ? {} : { salt: Buffer.from(salt) }),
			seq: sequence,
			sig: Buffer.from(signature),
			v: Buffer.from(value),
		},
	} as const;
	const hasIt = node.item !== undefined && Buffer.compare(node.item.signature, signature) === 0;
	return new Promise((resolve) => {
		dht._rpc.query({ host: node.host, port: node.port }, query, (error) => {
			resolve(error ? hasIt && error.code === OLD_SEQUENCE : true);
		});
	});
}

/** Returns the item in a response, if it is of the key and signed by it. */
function readItem(values: unknown, key: Uint8Array, salt: Uint8Array): DhtItem | undefined {
	if (!isFields(values)) return undefined;
	const { v: value, seq: sequence, sig: signature, k } = values;
	if (!(k instanceof Uint8Array) || Buffer.compare(k, key) !== 0) return undefined;
	if (!(value instanceof Uint8Array) || !(signature instanceof Uint8Array)) return undefined;
	if (typeof sequence !== 'number') return undefined;
	// Copies, because parts of a packet keep all of it in memory.
	const item = {
		key: Uint8Array.from(key),
		salt: Uint8Array.from(salt),
		sequence,
		value: Uint8Array.from(value),
		signature: Uint8Array.from(signature),
	};
	return isValidItem(item) ? item : undefined;
}

function isToken(token: unknown): token is Buffer {
	return Buffer.isBuffer(token) && token.length > 0 && token.length <= MAX_TOKEN_BYTES;
}

/** Returns the distance of two ids (BEP 5), comparable as bytes. */
function distance(a: Buffer, b: Buffer): Buffer {
	return Buffer.from(a.map((byte, at) => byte ^ (b[at] ?? 0)));
}
