import fc from 'fast-check';
import type { Endpoint } from '../../../source/protocol/endpoint.ts';
import type { SchemaFields } from '../../../source/protocol/schema-fields.ts';
import { anyText } from '../../any-text.ts';

/** Properties of the service under test, and values that requests may contain. */
export interface FuzzTarget {
	/** Infohash of an existing download. */
	readonly infohash: string;
	/** A folder of the test. */
	readonly folder: string;
	/** The .torrent of a download. */
	readonly torrentPath: string;
	/** Its bytes in base64. */
	readonly torrentBase64: string;
	/** Valid values of the other parameters in paths, and of fields of the same name. */
	readonly parameters: Readonly<Record<string, string>>;
}

export interface OddRequest {
	readonly method: string;
	/** Bytes of the request. */
	readonly path: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: Buffer | undefined;
}

const hostileText = fc.oneof(
	fc.string(),
	anyText(),
	fc.constantFrom(
		'',
		'\0',
		'../..',
		'%',
		'\ud800',
		'\r\nX: y',
		'a'.repeat(4_000),
		'__proto__',
		'null',
		'-1',
		'1e999',
	),
);
/** No value may lead outside: neither to another host nor to another folder. */
const harmlessText = hostileText.filter((text) => !/^\s*(?:\/|https?:|file:|magnet:|~)/i.test(text));

const value = fc.oneof(
	harmlessText,
	fc.integer(),
	fc.double(),
	fc.bigInt().map(String),
	fc.boolean(),
	fc.constant(null),
	fc.array(fc.oneof(fc.integer(), harmlessText), { maxLength: 5 }),
	fc.dictionary(fc.constantFrom('a', 'uri', 'length'), fc.integer(), { noNullPrototype: true }),
);

const announceUrl = fc.constantFrom(
	'http://127.0.0.1:9/announce',
	'udp://127.0.0.1:9',
	'ftp://127.0.0.1/announce',
	'http://[',
	'',
);

/** Values of single fields: valid ones, and similar invalid ones. */
function fieldOf(
	name: string,
	{ infohash, folder, torrentPath, torrentBase64, parameters }: FuzzTarget,
): fc.Arbitrary<unknown> {
	const meant: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
		uri: fc.constantFrom(
			torrentPath,
			`file://${torrentPath}`,
			`${folder}/nothing.torrent`,
			folder,
			`${folder}/\0`,
			`magnet:?xt=urn:btih:${infohash}`,
			`magnet:?xt=urn:btih:${'f'.repeat(40)}&dn=%E2%80%AE&tr=%%&x.pe=127.0.0.1:99999`,
			'magnet:?xt=urn:btih:zz',
			'http://127.0.0.1:9/x.torrent',
			'http://[',
			'https://',
			'ftp://127.0.0.1/x',
			'javascript:1',
		),
		destination: fc.constantFrom(
			folder,
			`${folder}/new/er`,
			`${folder}/a/../b`,
			torrentPath,
			`${folder}/${'n'.repeat(300)}`,
			`${folder}/\0`,
			'relative',
			'../..',
			'',
		),
		label: fc.constantFrom('', 'fuzzed', 'a\0b'),
		file_priorities: fc.constantFrom(
			{ high: [0], low: [1] },
			{ normal: [0, 1, 2] },
			{ high: [3] },
			{ high: [0], low: [0] },
			{ low: [-1] },
			{},
		),
		name: fc.constantFrom('', 'fuzzed', 'a\0b', 'x'.repeat(300)),
		url: announceUrl,
		new_url: announceUrl,
		urls: fc.array(announceUrl, { maxLength: 3 }),
		torrent: fc.constantFrom(torrentBase64, torrentBase64.slice(4), ''),
		state: fc.constantFrom('stop', 'resume', 'recheck', 'move_storage', ''),
		path: fc.constantFrom('', 'fuzzed', 'fuzzed/a', 'fuzzed/../..', '..', '/etc/passwd', '\0'),
		view_start_path: fc.constantFrom('', 'fuzzed', 'fuzzed/a', 'nothing'),
		infohash: fc.constantFrom(infohash, infohash.toUpperCase(), '0'.repeat(40)),
		public_key: fc.constant(parameters.public_key),
		id: fc.constant(Number(parameters.id)),
	};
	return fc.oneof(
		{ weight: 3, arbitrary: meant[name] ?? fc.oneof(fc.integer({ min: -2, max: 5 }), fc.boolean()) },
		{ weight: 2, arbitrary: name === 'uri' || name === 'destination' ? harmlessText : value },
	);
}

const encoded = (text: string) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));

function pathOf(row: Endpoint, { infohash, parameters }: FuzzTarget): fc.Arbitrary<string> {
	const parameter = (name: string) =>
		fc.oneof(
			{ weight: 4, arbitrary: fc.constant(encoded(parameters[name] ?? infohash)) },
			fc.constantFrom(
				'0',
				'1',
				'-1',
				'1e3',
				'0'.repeat(40),
				'%zz',
				'%',
				'%00',
				'%ff',
				'..',
				'%2e%2e%2f',
				'x'.repeat(9_000),
			),
			hostileText.map(encoded),
		);
	const names = row.path.match(/\{\w+\}/g) ?? [];
	return fc.tuple(...names.map((name) => parameter(name.slice(1, -1)))).map((values) => {
		let at = 0;
		return row.path.replace(/\{\w+\}/g, () => values[at++] ?? '');
	});
}

function fieldsOf(names: readonly string[], around: FuzzTarget): fc.Arbitrary<Record<string, unknown>> {
	const known = Object.fromEntries(names.map((name) => [name, fieldOf(name, around)]));
	return fc
		.tuple(
			fc.record(known, { requiredKeys: [] }),
			fc.option(fc.dictionary(hostileText, value, { maxKeys: 2 })),
		)
		.map(([fields, others]) => ({ ...others, ...fields }));
}

/** Returns fields as generation A sends them, and malformed: twice, with brackets, with broken percent signs. */
function formOf(fields: Record<string, unknown>, trick: number): string {
	const pairs = Object.entries(fields).flatMap(([name, field]) =>
		(Array.isArray(field) ? field : [field]).map((item) => `${encoded(name)}=${encoded(String(item))}`),
	);
	if (trick === 1) return [...pairs, ...pairs].join('&');
	if (trick === 2) return pairs.map((pair) => pair.replace('=', '%5B%5D=')).join('&');
	if (trick === 3) return `${pairs.join('&')}&%zz=%&=&&;a`;
	return pairs.join('&');
}

function bodyOf(
	fields: fc.Arbitrary<Record<string, unknown>>,
	isList: boolean,
): fc.Arbitrary<Pick<OddRequest, 'headers' | 'body'>> {
	const types = fc.constantFrom(
		'application/json',
		'application/x-www-form-urlencoded',
		'text/plain',
		'application/x-bittorrent',
		'multipart/form-data',
		'application/json; charset=utf-16',
		';;;',
		'',
	);
	const content = fc.oneof(
		{
			weight: isList ? 4 : 0,
			arbitrary: fc.array(fields, { maxLength: 3 }).map((list) => JSON.stringify(list)),
		},
		{ weight: 4, arbitrary: fields.map((each) => JSON.stringify(each)) },
		{ weight: 4, arbitrary: fc.tuple(fields, fc.nat(3)).map(([each, trick]) => formOf(each, trick)) },
		fields.map((each) => JSON.stringify(each).slice(0, -3)),
		fc.json(),
		fc.constantFrom('', '{', '[[[[', '{"a":'.repeat(5_000), 'd4:infod', 'null', '"x"', '\ufeff{}'),
		fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
	);
	const encoding = fc.option(fc.constantFrom('gzip', 'identity', 'br, gzip'), { freq: 20 });
	return fc.tuple(content, types, encoding).map(([body, type, packed]) => ({
		body: Buffer.from(body),
		headers: {
			...(type === '' ? {} : { 'content-type': type }),
			...(packed === null ? {} : { 'content-encoding': packed }),
		},
	}));
}

const methods = fc.constantFrom(
	'GET',
	'HEAD',
	'PUT',
	'POST',
	'PATCH',
	'DELETE',
	'OPTIONS',
	'PROPFIND',
	'TRACE',
);

/** Returns requests to a row of the endpoint table, each invalid in another way, or nearly valid. */
export function oddRequests(row: Endpoint, around: FuzzTarget): fc.Arbitrary<OddRequest> {
	const names = (schema: SchemaFields) => Object.keys(schema.properties ?? {});
	const inQuery = names(row.query);
	const { items }: SchemaFields = row.body;
	const inBody = names(items ?? row.body);
	const query = fc
		.tuple(fieldsOf([...inQuery, ...(row.upload ? inBody : [])], around), fc.nat(3))
		.map(([fields, trick]) => formOf(fields, trick));
	const method = fc.oneof({ weight: 9, arbitrary: fc.constant(row.method) }, methods);
	return fc
		.tuple(method, pathOf(row, around), query, bodyOf(fieldsOf(inBody, around), items !== undefined))
		.map(([verb, path, search, { body, headers }]) => ({
			method: verb,
			path: search === '' ? path : `${path}?${search}`,
			headers,
			body: verb === 'GET' || verb === 'HEAD' || verb === 'TRACE' ? undefined : body,
		}));
}
