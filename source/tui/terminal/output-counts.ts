/** Frames and bytes written to the terminal of this process since its start. */
export const outputCounts = { frames: 0, bytes: 0 };

/** Counts a written frame. */
export function countFrame(bytes: number): void {
	outputCounts.frames += 1;
	outputCounts.bytes += bytes;
}
