// The torrent engine imports these three names and treats undefined as "no WebRTC here".
// The real package contains 48 MB of native binaries, which a headless TCP client does not need.
export const RTCPeerConnection = undefined;
export const RTCSessionDescription = undefined;
export const RTCIceCandidate = undefined;
export default undefined;
