import { parseMagnet } from '../../source/metainfo/magnet.ts';
import { outcome, shortest, type Trial } from './trial.ts';

const infohash = '0123456789abcdef0123456789abcdef01234567';
const plain = `magnet:?xt=urn:btih:${infohash}`;

interface Parsed {
	readonly infoHash?: string;
	readonly name?: string;
	readonly announce?: readonly string[];
	readonly so?: readonly number[];
}

/** Links of real sites and of attackers, read by both. */
const links: Readonly<Record<string, string>> = {
	'tracker with an unescaped =': `${plain}&tr=http://a.invalid/announce?key=1`,
	'numbered tracker': `${plain}&tr.1=http%3A%2F%2Fa.invalid%2F`,
	'name with a lone %': `${plain}&dn=100%`,
	'infohash without digits': `magnet:?xt=urn:btih:${'z'.repeat(40)}`,
	'infohash that is too long': `${plain}ff`,
	'scheme in upper case': `MAGNET:${plain.slice(7)}`,
	'infohash in base32, lower case': 'magnet:?xt=urn:btih:aerukz4jvpg66ajdivtytk6n54asgrlh',
	'no infohash': 'magnet:?dn=x',
};

export const magnetUri: Trial = {
	name: 'magnet-uri',
	packages: ['magnet-uri@7.0.10'],
	async run(load) {
		const { default: parse } = (await load('magnet-uri')) as { default: (uri: string) => Parsed };
		const theirs = (uri: string) => {
			const { infoHash, name, announce } = parse(uri);
			return { infohash: infoHash, name, trackers: announce };
		};
		const ours = (uri: string) => {
			const { infohash, name, trackers } = parseMagnet(uri);
			return { infohash, name, trackers };
		};
		const many = `${plain}&so=0-20000000`;
		return [
			...Object.entries(links).flatMap(([title, uri]) => [
				title,
				`    library ${outcome(() => theirs(uri))}`,
				`    ours    ${outcome(() => ours(uri))}`,
			]),
			`__proto__ as a key changes the result's prototype: ${Object.getPrototypeOf(parse(`${plain}&__proto__=x`)) !== Object.prototype}`,
			`so=0-20000000: library ${parse(many).so?.length} numbers in ${shortest(() => parse(many))} ms, ours ${parseMagnet(many).selection?.length} range in ${shortest(() => parseMagnet(many))} ms`,
			'so=0-4000000000 ends the process of the library: out of memory',
		];
	},
};
