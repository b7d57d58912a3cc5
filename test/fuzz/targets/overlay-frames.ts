import fc from 'fast-check';
import {
	encodeFrame,
	FrameError,
	FrameParser,
	MAX_PAYLOAD_BYTES,
} from '../../../source/service/overlay/frames.ts';
import { decodeHello } from '../../../source/service/overlay/hello.ts';
import { bytesOf, mutated, target } from '../target.ts';

const kinds = ['hello', 'published', 'direct', 'sealed', 'addresses', 'ping'] as const;
const originals = kinds.map((kind) =>
	Buffer.concat([encodeFrame(kind, Buffer.from('abcdefgh')), encodeFrame(kind, Buffer.alloc(0))]),
);

/** Frames of the overlay: any bytes are frames of a permitted size, or refused. */
export const overlayFrames = target({
	name: 'overlay frames',
	input: fc.array(fc.oneof(mutated(originals), bytesOf(60)), { maxLength: 8 }),
	check(input) {
		const parser = new FrameParser();
		try {
			for (const chunk of input)
				for (const { kind, payload } of parser.parse(Buffer.from(chunk, 'base64'))) {
					if (payload.length > MAX_PAYLOAD_BYTES) throw new Error(`a payload of ${payload.length} bytes`);
					if (kind === 'hello') decodeHello(payload);
				}
		} catch (error) {
			if (!(error instanceof FrameError)) throw error;
		}
	},
});
