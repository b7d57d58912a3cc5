import { BencodeReader } from '../../source/metainfo/bencode.ts';
import { outcome, shortest, type Trial } from './trial.ts';

const DEPTH = 20_000;
const nested = Buffer.from(`${'l'.repeat(DEPTH)}${'e'.repeat(DEPTH)}`);
/** A message of 1 MiB that holds nothing but small values. */
const small = Buffer.from(`l${'le'.repeat(500_000)}e`);

export const bencode: Trial = {
	name: 'bencode',
	packages: ['bencode@4.0.1'],
	async run(load) {
		const { default: library } = (await load('bencode')) as {
			default: { decode(bytes: Uint8Array): unknown };
		};
		const ours = (bytes: Uint8Array) => new BencodeReader(bytes).valueAt(0);
		return [
			`depth ${DEPTH}: library ${outcome(() => Array.isArray(library.decode(nested)))}; ours ${outcome(() => ours(nested))}`,
			`dictionary without an end: library ${outcome(() => library.decode(Buffer.from('d1:a1:b')))}; ours ${outcome(() => ours(Buffer.from('d1:a1:b')))}`,
			`integer i1.5e: library ${outcome(() => library.decode(Buffer.from('i1.5e')))}; ours ${outcome(() => new BencodeReader(Buffer.from('i1.5e')).integer({ start: 0, end: 5 }) ?? null)}`,
			`500,000 empty lists: library ${shortest(() => library.decode(small))} ms for their tree, ours ${shortest(() => ours(small))} ms without one`,
			`position of the info dictionary, whose bytes are the infohash: library none, ours ${outcome(() => {
				const reader = new BencodeReader(Buffer.from('d1:ai1e4:infod1:xi2eee'));
				return reader.dictionary(reader.valueAt(0)).get('info');
			})}`,
		];
	},
};
