"""Training and evaluation of the two ONNX models, which lie in this folder (extra ``train``)."""
