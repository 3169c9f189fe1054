(async () => {
  // The frames of a WebP as the browser decodes them.
  const data = Uint8Array.from(atob("WEBP"), (letter) => letter.charCodeAt(0));
  const decoder = new ImageDecoder({ data, type: "image/webp" });
  await decoder.tracks.ready;
  await decoder.completed;
  const frames = [];
  for (let frameIndex = 0; frameIndex < decoder.tracks.selectedTrack.frameCount; frameIndex++) {
    const { image } = await decoder.decode({ frameIndex });
    const canvas = new OffscreenCanvas(image.displayWidth, image.displayHeight);
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    let digest = 2166136261;
    for (const byte of context.getImageData(0, 0, canvas.width, canvas.height).data) {
      digest = Math.imul(digest ^ byte, 16777619);
    }
    frames.push({ digest: digest >>> 0, microseconds: image.duration });
  }
  return frames;
})()
